import { foreignKeyName, indexName } from '#core/catalogue/constraint-names.js';
import { TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { createTickets, entityNamed } from './tickets.js';

// See docs/decisions/0166-system-records-are-completed-at-start.md
describe('an environment of an older version', () => {
  let app: TestApp;
  let schema: string;
  beforeAll(async () => {
    app = await TestApp.start();
    schema = await app.schema();
  });
  afterAll(() => app.stop());

  const objects = async (table: string): Promise<readonly string[]> => {
    const rows = await app.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'f'
       UNION SELECT indexname FROM pg_indexes WHERE schemaname = $2 AND tablename = $3`,
      [`"${schema}"."${table}"`, schema, table],
    );
    return rows.map(({ name }) => name).toSorted();
  };

  it('gets tables, keys, indexes and records of system entities when the service starts', async () => {
    const ada = app.as('ada.admin');
    const tables = ['StatusHistory', 'Order'];
    const before = await Promise.all(tables.map(objects));
    const counts = `SELECT (SELECT count(*)::int FROM "${schema}"."Entity") AS entities,
      (SELECT count(*)::int FROM "${schema}"."Field") AS fields`;
    const [stored] = await app.query(counts);
    for (const field of ['FromStatusId', 'ToStatusId', 'UserId']) {
      const target = field === 'UserId' ? 'User' : 'Status';
      await app.query(
        `ALTER TABLE "${schema}"."StatusHistory" ADD CONSTRAINT "${foreignKeyName('StatusHistory', field)}"
         FOREIGN KEY ("${field}") REFERENCES "${schema}"."${target}" ("Id")`,
      );
      const index = indexName('StatusHistory', field, 'OwnerId');
      await app.query(`CREATE INDEX "${index}" ON "${schema}"."StatusHistory" ("${field}", "OwnerId")`);
    }
    await app.query(`DROP INDEX "${schema}"."${indexName('StatusHistory', 'RecordId', 'ChangedOn')}"`);
    await app.query(`DROP INDEX "${schema}"."${indexName('Order', 'StatusId', 'CreatedOn', 'Id')}"`);
    for (const table of ['ApprovalTask', 'ApprovalDecision', 'ApprovalRequest', 'Index']) {
      await app.query(`DROP TABLE "${schema}"."${table}"`);
      await app.query(
        `DELETE FROM "${schema}"."Field" WHERE "EntityId" IN
         (SELECT "Id" FROM "${schema}"."Entity" WHERE "EntityName" = $1)`,
        [table],
      );
      await app.query(`DELETE FROM "${schema}"."Entity" WHERE "EntityName" = $1`, [table]);
    }
    // A version of the service that did not complete it.
    await app.query(`UPDATE platform.environment SET completed_by = 'older' WHERE schema_name = $1`, [schema]);
    const next = await app.startAnother();
    try {
      await until(
        'indexes are made and dropped beside writes',
        async () => JSON.stringify(await Promise.all(tables.map(objects))) === JSON.stringify(before),
      );
      expect(await app.query(counts)).toEqual([stored]);
      await createTickets(ada);
      const field = { EntityId: entityNamed('Ticket'), FieldName: 'RequestId', FieldType: 'Lookup' };
      const made = await next.as('ada.admin').insert('Field', { ...field, TargetId: entityNamed('ApprovalRequest') });
      expect(made.body.Errors).toEqual([]);
      expect((await ada.select('ApprovalRequest', { WhereClause: where('State', 3, 'Pending') })).body.Result).toEqual(
        [],
      );
    } finally {
      await next.stop();
    }
  });
});
