import { USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { TestApp, where } from '../../../support/test-app.js';

const ROWS = 10_001;

describe('an update or delete of many records', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    await app.query(
      `INSERT INTO ${await app.schema()}."Note" ("Id", "RecordInformationId", "Subject", "OwnerId", "CreatedBy", "UpdatedBy")
       SELECT gen_random_uuid(), gen_random_uuid(), 'many', $1::uuid, $1::uuid, $1::uuid FROM generate_series(1, $2::int)`,
      [USER.nina, ROWS],
    );
  });
  afterAll(() => app.stop());

  const many = where('Subject', 'EqualTo', 'many');

  // Requirement: R111, T11
  it('is refused over 10,000 records unless the caller is an Administrator', async () => {
    await refused(app, () => app.as('nina.north').update('Note', { Body: 'x' }, many), 400, 'TooManyRows');
    await refused(app, () => app.as('nina.north').delete('Note', many), 400, 'TooManyRows');
  });

  // Requirement: R111
  it('lists 1,000 of them', async () => {
    const { status, body } = await app.as('ada.admin').update('Note', { Body: 'x' }, many);
    expect([status, body.RecordAffected, body.Result.length]).toEqual([200, ROWS, 1_000]);
    const [{ count }] = await app.query<{ count: string }>(
      `SELECT count(*) FROM platform.change WHERE correlation_id = $1`,
      [body.CorrelationId],
    );
    expect(count).toBe(String(ROWS));
  });

  // Requirement: T11
  it('may address all records deliberately', async () => {
    const { status, body } = await app.as('ada.admin').delete('Note', where('Id', 'IsNotNULL'));
    expect([status, body.RecordAffected, body.Result.length]).toEqual([200, ROWS + 1, 1_000]);
    expect((await app.as('ada.admin').select('Note')).body.Result).toEqual([]);
  });
});
