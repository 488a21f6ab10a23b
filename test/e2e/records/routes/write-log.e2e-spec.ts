import { LOGGED_CHANGES } from '../../../support/logged-changes.js';
import { CUSTOMER, customer, USER } from '../../../support/demo.js';
import { type Answer, byId, type Row, TestApp, where } from '../../../support/test-app.js';

describe('the log of a write', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const changesOf = (correlationId: string): Promise<readonly Row[]> =>
    app.query(`SELECT * FROM ${LOGGED_CHANGES} c WHERE correlation_id = $1 ORDER BY position`, [correlationId]);
  const operationOf = async ({ body }: Answer): Promise<Row> => {
    const [row] = await app.query<Row>('SELECT * FROM platform.operation WHERE id = $1', [body.CorrelationId]);
    return row;
  };

  // Requirement: R29
  // See docs/interface/conventions.md#operations
  it('has one outcome under its correlation id, without the body', async () => {
    const answer = await app.as('nina.north').insert('Customer', customer());
    expect(await operationOf(answer)).toMatchObject({
      user_id: USER.nina,
      entity: 'Customer',
      operation: 'Insert',
      status: 'Completed',
      http_status: 200,
      record_ids: [answer.body.Result.Id],
      result: null,
      errors: null,
    });
  });

  // Requirement: R72
  it('has one change per created record with its whole image', async () => {
    const { body } = await app
      .as('mona.manager')
      .insert('Customer', customer({ OwnerId: USER.nils, CreditLimit: '12.50' }));
    const { Result } = body;
    const changes = await changesOf(body.CorrelationId);
    expect(changes).toEqual([
      expect.objectContaining({
        entity: 'Customer',
        operation: 'Create',
        record_id: Result.Id,
        record_information_id: Result.RecordInformationId,
        row_version: '1',
        old: null,
        new: Result,
        owner_before: null,
        owner_after: USER.nils,
        team_after: Result.OwnerTeamId,
        user_id: USER.mona,
      }),
    ]);
  });

  // Requirement: R72
  it('has old and new values of the changed fields only', async () => {
    const answer = await app
      .as('nina.north')
      .update('Customer', { Phone: '+49 30 111111', Segment: 'Retail', CreditLimit: '6000' }, byId(CUSTOMER.bistro));
    expect(await changesOf(answer.body.CorrelationId)).toEqual([
      expect.objectContaining({
        entity: 'Customer',
        operation: 'Update',
        record_id: CUSTOMER.bistro,
        row_version: '2',
        old: { Phone: null, CreditLimit: 5000, AvailableCredit: 5000 },
        new: { Phone: '+49 30 111111', CreditLimit: 6000, AvailableCredit: 6000 },
        owner_before: USER.nina,
        owner_after: USER.nina,
      }),
    ]);
    expect(await operationOf(answer)).toMatchObject({ operation: 'Update', record_ids: [CUSTOMER.bistro] });
  });

  // Requirement: R72, R120
  it('has the last image of deleted records, cascaded ones included', async () => {
    const fields = customer({ CustomerContacts: [{ FirstName: 'A', LastName: 'B' }] });
    const { body } = await app.as('ada.admin').insert('Customer', fields);
    const answer = await app.as('ada.admin').delete('Customer', byId(body.Result.Id));
    const changes = await changesOf(answer.body.CorrelationId);
    expect(changes.map(({ operation, entity, new: image }) => [operation, entity, image])).toEqual([
      ['Delete', 'Customer', null],
      ['Delete', 'Contact', null],
    ]);
    expect(changes[0].old).toMatchObject({ TaxId: fields.TaxId, IsDeleted: true });
    expect(changes[0]).toMatchObject({ owner_before: USER.ada, owner_after: null });
    expect(await operationOf(answer)).toMatchObject({ operation: 'Delete', record_ids: [body.Result.Id] });
  });

  // Requirement: R110, T65
  it('has an outcome but no change where nothing changed', async () => {
    const none = await app.as('nina.north').update('Customer', { Phone: null }, where('Name', 'EqualTo', 'Nobody'));
    const same = await app.as('nina.north').update('Customer', { Name: 'Alpenmarkt AG' }, byId(CUSTOMER.alpenmarkt));
    for (const answer of [none, same]) {
      expect(answer.status).toBe(200);
      expect(await changesOf(answer.body.CorrelationId)).toEqual([]);
      expect(await operationOf(answer)).toMatchObject({ operation: 'Update', status: 'Completed' });
    }
  });
});
