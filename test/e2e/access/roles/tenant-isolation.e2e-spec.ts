import { CUSTOMER, customer, ORDER, REGION, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { byId, DEVELOPMENT, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';

const OWN_CUSTOMER = 'f0376f69-5f2c-4356-82ca-210b113c4e1a';
const OWN_REGION = '306303b5-39c9-4c88-b6e3-ccd53c9ba04f';

// Requirement: R12, P8
describe('tenant isolation', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const bob = () => app.as('bob.bay', SOUTHBAY);
  const image = (): Promise<unknown> =>
    app.schema(DEVELOPMENT).then((schema) => app.query(`SELECT * FROM ${schema}."Customer" ORDER BY "Id"`));

  it('shows an Administrator only the records of the own environment', async () => {
    const { body } = await bob().select('Customer');
    expect(body.Result.map((row: { Id: string }) => row.Id)).toEqual([OWN_CUSTOMER]);
    expect(body.Result[0].TenantId).toBe('2cefcd3b-5457-4930-bb54-d225def21f74');
    const users = await bob().select('User');
    expect(users.body.Result.map((row: { UserName: string }) => row.UserName)).toEqual(['bob.bay']);
  });

  it('returns no records of another tenant by id, filter or sub-query', async () => {
    const filters = [
      byId(CUSTOMER.alpenmarkt),
      byId([CUSTOMER.alpenmarkt, CUSTOMER.bistro]),
      where('RegionId', 'EqualTo', REGION.north),
      where('TenantId', 'EqualTo', 'd60d51c2-e8fe-4abd-8540-8e4c80321412'),
      where('EnvironmentId', 'EqualTo', 'ecd797ca-34ba-4cc5-9b09-5e5f9c2d7031'),
      where('OwnerId', 'EqualTo', USER.nina),
    ];
    for (const WhereClause of filters) {
      const { status, body } = await bob().select('Customer', { WhereClause });
      expect([status, body.Result]).toEqual([200, []]);
    }
  });

  it('changes and deletes nothing of another tenant by id', async () => {
    const before = await image();
    const updated = await bob().update('Customer', { Name: 'Taken over' }, byId(CUSTOMER.alpenmarkt));
    const deleted = await bob().delete('Customer', byId(CUSTOMER.alpenmarkt));
    for (const { status, body } of [updated, deleted]) expect([status, body.RecordAffected]).toEqual([200, 0]);
    expect(await image()).toEqual(before);
  });

  it.each([
    ['lookup', { RegionId: REGION.north }],
    ['lookup to a customer', { RegionId: OWN_REGION, ParentCustomerId: CUSTOMER.bistro }],
    ['inline change', { RegionId: OWN_REGION, ParentCustomerId: { Id: CUSTOMER.bistro, Name: 'Taken over' } }],
    ['owner', { RegionId: OWN_REGION, OwnerId: USER.nina }],
    ['account manager', { RegionId: OWN_REGION, AccountManagerId: USER.mona }],
  ])('reaches no other tenant through %s', async (_, fields) => {
    const before = await image();
    await refused(app, () => bob().insert('Customer', customer(fields)), 400, 'Validation');
    expect(await image()).toEqual(before);
  });

  // Requirement: T28
  it('allows the same unique values and ids in two tenants', async () => {
    const taken = { TaxId: 'DE822222222', Email: 'bistro@customer.example', Id: CUSTOMER.bistro };
    const { status, body } = await bob().insert('Customer', customer({ ...taken, RegionId: OWN_REGION }));
    expect([status, body.Result?.Id]).toEqual([200, CUSTOMER.bistro]);
    const theirs = await app.as('nina.north').select('Customer', { WhereClause: byId(CUSTOMER.bistro) });
    expect(theirs.body.Result[0].Name).toBe('Bistro Blau');
  });

  it('shares nothing but definitions between two environments of an app', async () => {
    const production = app.as('ada.admin', { ...DEVELOPMENT, EnvironmentId: 'Production' });
    expect((await production.select('Customer')).body.Result).toEqual([]);
    const { body } = await production.delete('Order', byId(ORDER.o1));
    expect(body.RecordAffected).toBe(0);
    const order = await app.as('nina.north').select('Order', { WhereClause: byId(ORDER.o1) });
    expect(order.body.Result).toHaveLength(1);
  });

  it('accepts a token only in the environments of its user', async () => {
    await refused(app, () => app.as('bob.bay', DEVELOPMENT).insert('Customer', customer()), 403, 'NotMember');
    await refused(app, () => app.as('nina.north', SOUTHBAY).delete('Customer', byId(OWN_CUSTOMER)), 403, 'NotMember');
  });
});
