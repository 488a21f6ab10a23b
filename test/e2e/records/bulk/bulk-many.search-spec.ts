import { customer, REGION } from '../../../support/demo.js';
import { type Answer, TestApp } from '../../../support/test-app.js';

const FIELDS = [
  'Name',
  'TaxId',
  'Email',
  'Phone',
  'Segment',
  'CreditLimit',
  'IsActive',
  'OnboardedOn',
  'Preferences',
  'RegionId',
];

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start({ BULK_CALLS: '2', BULK_BODY_LIMIT_BYTES: '30000000' })));
afterAll(() => app.stop());

const bulk = (body: unknown): Promise<Answer> => app.as('nina.north').send('POST', '/records/bulk-insert', body);

/** A row whose unique values contain a number. */
const row = (n: number): readonly unknown[] => [
  `Customer ${n}`,
  `FR${String(n).padStart(10, '0')}`,
  `c${n}@many.example`,
  '+49 30 1234567',
  'Wholesale',
  '7500.00',
  true,
  '2025-01-15',
  { Language: 'de', N: n },
  REGION.north,
];

const body = (numbers: readonly number[], Options?: unknown): unknown => ({
  EntityName: 'Customer',
  Fields: FIELDS,
  Values: numbers.map(row),
  Options,
});

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

// Requirement: R130, R102
it('inserts 100,000 rows in one call, each with its number and change row', async () => {
  const mark = await app.mark();
  const { status, body: answer } = await bulk(body(range(0, 100_000), { BatchSize: 10_000 }));
  expect([status, answer.Result]).toEqual([200, { Inserted: 100_000, Failed: 0, Batches: 10, RowErrors: [] }]);
  const schema = await app.schema();
  const [stored] = await app.query(
    `SELECT count(*)::int AS rows, count(DISTINCT "CustomerNumber")::int AS numbers FROM "${schema}"."Customer" WHERE "TaxId" LIKE 'FR%'`,
  );
  expect(stored).toEqual({ rows: 100_000, numbers: 100_000 });
  const [changes] = await app.query('SELECT count(*)::int AS changes FROM platform.change WHERE position > $1', [mark]);
  expect(changes).toEqual({ changes: 100_000 });
}, 120_000);

// Requirement: R99, T28
it('gives a key to one of two concurrent calls; the other skips or refuses its row', async () => {
  const numbers = range(200_000, 600);
  const [a, b, c] = await Promise.all([
    bulk(body(numbers, { OnError: 'SkipRow', BatchSize: 50 })),
    bulk(body(numbers, { OnError: 'SkipRow', BatchSize: 70 })),
    app.as('nina.north').insert('Customer', customer({ TaxId: 'FR0000200333', Email: 'c200333@many.example' })),
  ]);
  expect([a.status, b.status]).toEqual([200, 200]);
  const single = c.status === 200 ? 1 : 0;
  expect(a.body.Result.Inserted + b.body.Result.Inserted + single).toBe(600);
  for (const { body: answer } of [a, b]) expect(answer.Result.Inserted + answer.Result.Failed).toBe(600);
  const racing = range(300_000, 400);
  const statuses = (await Promise.all([bulk(body(racing)), bulk(body(racing))])).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 409]));
});

it('isolates a row whose key a concurrent writer took after the check', async () => {
  const rival = await app.connect();
  const schema = await app.schema();
  await rival.query('BEGIN');
  await rival.query(
    `INSERT INTO "${schema}"."Customer" ("Id", "RecordInformationId", "OwnerId", "CreatedBy", "UpdatedBy", "CustomerNumber", "Name", "TaxId", "RegionId", "Segment", "CreditLimit", "IsActive")
     SELECT gen_random_uuid(), gen_random_uuid(), "OwnerId", "CreatedBy", "UpdatedBy", 'RIVAL', 'Rival', 'FR0000400007', "RegionId", "Segment", "CreditLimit", "IsActive" FROM "${schema}"."Customer" LIMIT 1`,
  );
  const call = bulk(body(range(400_000, 20), { OnError: 'SkipRow', BatchSize: 10 }));
  await waitForLock();
  await rival.query('COMMIT');
  rival.release();
  const { status, body: answer } = await call;
  expect([status, answer.Result]).toMatchObject([
    200,
    { Inserted: 19, RowErrors: [{ RowIndex: 7, FieldName: 'TaxId', Code: 'Conflict' }] },
  ]);
});

/** Until some statement of the service waits for a lock. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const [{ waiting }] = await app.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (waiting > 0) return;
  }
}

it('serves others while many rows are drafted, and queues calls beyond its slots', async () => {
  const calls = range(0, 5).map((i) => bulk(body(range(500_000 + i * 1_000, 1_000))));
  const other = await app.as('nina.north').get('/access');
  expect(other.status).toBe(200);
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

// Requirement: R14
it('refuses a body over its own limit, not over that of other routes', async () => {
  const large = body(range(0, 1), { Padding: 'x'.repeat(30_000_001) });
  expect((await bulk(large)).status).toBe(413);
  const row5MB = { ...(body([1]) as object), Values: [['x'.repeat(5_300_000)]] };
  expect((await bulk(row5MB)).body.ErrorDetails).toMatchObject([{ Code: 'TooLarge', Path: 'Values' }]);
});
