import { CONTACT, CUSTOMER, customer, ORDER, REGION, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, TestApp } from '../../../support/test-app.js';

// Requirement: R101
describe('lookups of an update', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const setContact = (user: string, ContactId: unknown): Promise<Answer> =>
    app.as(user).update('Order', { ContactId }, byId(ORDER.o2));
  const contactOf = async (order: string): Promise<unknown> =>
    (await app.as('ada.admin').select('Order', { WhereClause: byId(order) })).body.Result[0].ContactId;

  it('take an id, a Match, an object with an Id, and null', async () => {
    expect((await setContact('nina.north', CONTACT.anna)).status).toBe(200);
    expect(await contactOf(ORDER.o2)).toBe(CONTACT.anna);
    expect((await setContact('nina.north', null)).status).toBe(200);
    expect(await contactOf(ORDER.o2)).toBeNull();
    expect((await setContact('nina.north', { Id: CONTACT.anna })).status).toBe(200);
    const region = { Match: { FieldName: 'Code', Value: 'SO' } };
    const { status } = await app.as('nina.north').update('Customer', { RegionId: region }, byId(CUSTOMER.bistro));
    const { body } = await app.as('nina.north').select('Customer', { WhereClause: byId(CUSTOMER.bistro) });
    expect([status, body.Result[0].RegionId]).toEqual([200, REGION.south]);
  });

  // Requirement: T23, T32
  it('answer alike for a missing, deleted or hidden target', async () => {
    const { body } = await app
      .as('nina.north')
      .insert('Contact', { CustomerId: CUSTOMER.bistro, FirstName: 'A', LastName: 'B' });
    await app.as('nina.north').delete('Contact', byId(body.Result.Id));
    for (const value of ['00000000-0000-4000-8000-000000000000', body.Result.Id, CONTACT.dirk]) {
      const details = await refused(app, () => setContact('nina.north', value), 400, 'Validation');
      expect(details).toEqual([
        {
          Code: 'Validation',
          Message: 'ContactId: there is no such Contact.',
          FieldName: 'ContactId',
          Path: 'Fields[0]',
        },
      ]);
    }
  });

  it('are checked even when no record matches', async () => {
    const hidden = { Match: { FieldName: 'TaxId', Value: 'DE844444444' } };
    const call = (): Promise<Answer> =>
      app.as('nina.north').update('Customer', { ParentCustomerId: hidden }, byId(CUSTOMER.bistro));
    await refused(app, call, 400, 'Validation');
  });

  it('create their target in the same transaction', async () => {
    const mark = await app.mark();
    const { status } = await setContact('nina.north', {
      CustomerId: CUSTOMER.bistro,
      FirstName: 'In',
      LastName: 'Line',
    });
    expect(status).toBe(200);
    const { body } = await app.as('nina.north').select('Contact', { WhereClause: byId(await contactOf(ORDER.o2)) });
    expect(body.Result).toEqual([expect.objectContaining({ FirstName: 'In', OwnerId: USER.nina })]);
    expect((await app.changes(mark)).toSorted()).toEqual(['Create Contact', 'Update Order']);
  });

  // Requirement: T22
  it('leave no new target when the update is refused', async () => {
    const inline = { CustomerId: CUSTOMER.bistro, FirstName: 'In', LastName: 'Line' };
    const call = (): Promise<Answer> =>
      app.as('nina.north').update('Order', { ContactId: inline, ExternalReference: 'PO-O1' }, byId(ORDER.o2));
    await refused(app, call, 409, 'Conflict');
    const other = (): Promise<Answer> => app.as('nina.north').update('Order', { ContactId: inline }, byId(ORDER.o3));
    await refused(app, other, 403, 'OutOfScope');
    const faulty = { ...inline, Email: 'x' };
    const [detail] = await refused(app, () => setContact('nina.north', faulty), 400, 'FieldRule');
    expect(detail.Path).toBe('Fields[0].Value.Email');
  });

  it('change their target when its Id is among the fields', async () => {
    const { status } = await setContact('nina.north', { Id: CONTACT.anna, LastName: 'Alpin' });
    expect(status).toBe(200);
    const { body } = await app.as('nina.north').select('Contact', { WhereClause: byId(CONTACT.anna) });
    expect(body.Result[0]).toMatchObject({ LastName: 'Alpin', FirstName: 'Anna' });
    await refused(app, () => setContact('nina.north', { Id: CONTACT.dirk, LastName: 'Taken' }), 403, 'OutOfScope');
  });

  it('may point to the record itself or form a cycle, without following it', async () => {
    const { body } = await app.as('nina.north').insert('Customer', customer());
    const self = { ParentCustomerId: body.Result.Id };
    expect((await app.as('nina.north').update('Customer', self, byId(body.Result.Id))).status).toBe(200);
  });
});
