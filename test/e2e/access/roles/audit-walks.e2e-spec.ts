import { AUDIT_INDEX_KINDS } from '#platform/change-log/change-partitions.sql.js';
import { USER } from '../../../support/demo.js';
import { LatestStatement } from '../../../support/latest-statement.js';
import { type Row, TestApp, where } from '../../../support/test-app.js';

const ROWS = 20_000;
const PAGE = 20;
const MAX_READ = 200;
const RECORD = '00000000-0000-7000-8000-000000000001';

// Rows that are read, not times: they tell on any machine whether a page follows an index.
describe('pages of the audit log follow indexes', () => {
  let app: TestApp;
  let latest: LatestStatement;
  beforeAll(async () => {
    latest = LatestStatement.watch('platform.change c');
    app = await TestApp.start();
    await fill();
  });
  afterAll(async () => {
    latest.stop();
    await app.stop();
  });

  /** Older changes than those of the start: Nina's and those of regions are the first ones, Nils has none. */
  async function fill(): Promise<void> {
    const schema = await app.schema();
    await app.query(
      `INSERT INTO platform.change (occurred_at, environment_id, entity, operation, record_id, record_information_id,
         row_version, owner_after, user_id, correlation_id)
       SELECT date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + n * interval '1 microsecond', e.id,
         CASE WHEN n <= 2000 THEN 'Region' WHEN n % 3 = 0 THEN 'Customer' ELSE 'Order' END, 'Create',
         CASE WHEN n % 5000 = 1 THEN $1::uuid ELSE gen_random_uuid() END, gen_random_uuid(), 1, $2::uuid,
         CASE WHEN n <= 2000 THEN $3::uuid ELSE $2::uuid END, gen_random_uuid()
       FROM generate_series(1, ${ROWS}) n, platform.environment e
       WHERE e.schema_name = $4`,
      [RECORD, USER.ada, USER.nina, schema],
    );
    await app.query('ANALYZE platform.change');
  }

  async function page(WhereClause: unknown, Pager: object): Promise<{ body: Row; read: number }> {
    const Sort = [{ FieldName: 'ChangedOn', Direction: 2 }];
    const more = { WhereClause, Sort, Pager: { PageSize: PAGE, Count: 'None', ...Pager } };
    const { status, body } = await app.as('ada.admin').select('AuditEntry', more);
    expect(status).toBe(200);
    return { body: body as unknown as Row, read: await latest.rowsRead(app) };
  }

  it.each<[string, unknown, boolean]>([
    ['all entries', undefined, true],
    ['a frequent entity', where('EntityName', 'EqualTo', 'Customer'), true],
    ['an entity with old entries', where('EntityName', 'EqualTo', 'Region'), true],
    ['an entity without entries', where('EntityName', 'EqualTo', 'Nothing'), false],
    ['a user with old entries', where('UserId', 'EqualTo', USER.nina), true],
    ['a user without entries', where('UserId', 'EqualTo', USER.nils), false],
    ['a record', where('RecordId', 'EqualTo', RECORD), false],
  ])('newest first, of %s, and the next page by cursor', async (_name, clause, isLong) => {
    const first = await page(clause, {});
    expect(first.read).toBeLessThan(MAX_READ);
    if (!isLong) return;
    const second = await page(clause, { Cursor: first.body.NextCursor });
    expect(second.read).toBeLessThan(MAX_READ);
    const ids = (body: Row): readonly unknown[] => (body.Result as readonly Row[]).map(({ Id }) => Id);
    expect(new Set([...ids(first.body), ...ids(second.body)]).size).toBe(2 * PAGE);
  });

  it('has them on every partition', async () => {
    const found = await app.query(
      `SELECT FROM pg_inherits JOIN pg_class t ON t.oid = inhrelid, unnest($1::text[]) kind
       WHERE inhparent = 'platform.change'::regclass
         AND to_regclass('platform.' || t.relname || '_' || kind) IS NULL`,
      [AUDIT_INDEX_KINDS],
    );
    expect(found).toEqual([]);
  });
});
