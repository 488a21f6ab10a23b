import type { Field } from '#core/catalogue/field.js';
import { supersededName, uniqueName } from '#core/catalogue/constraint-names.js';
import { USER } from '../../../support/demo.js';
import { LatestStatement } from '../../../support/latest-statement.js';
import { TestApp, where, type Answer } from '../../../support/test-app.js';

interface Ticket {
  readonly Number: string;
  readonly Order: number;
}

// Requirement: R2, R97
describe('automatic numbers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
    for (const [EntityName, Pattern] of Object.entries(PATTERNS)) {
      const Fields = [
        { FieldName: 'Number', FieldType: 'AutoNumber', Pattern },
        { FieldName: 'Order', FieldType: 'Int' },
      ];
      await ada().inserted('Entity', { EntityName, Field: Fields });
      const Values = ISSUED.map((order) => [order]);
      await ada().send('POST', '/records/bulk-insert', { EntityName, Fields: ['Order'], Values });
    }
  });
  afterAll(() => app.stop());

  const COUNT = 120;
  const PATTERNS = { Plain: null, Dated: 'R2-{yyyy}/{MM}-{00}', Suffixed: '{0}-x9' } as const;
  const ada = () => app.as('ada.admin');
  const ordersOf = ({ status, body }: Answer): readonly number[] => {
    expect([status, body.Errors]).toEqual([200, []]);
    return body.Result.map(({ Order }: Ticket) => Order);
  };
  const ISSUED = Array.from({ length: COUNT }, (_, i) => i + 1);
  const KEY = [{ name: 'Number', type: 'AutoNumber' } as Field];
  const SORT = [{ FieldName: 'Number' }];

  it.each(Object.keys(PATTERNS))('of %s sort in the order of issue, both ways and page by page', async (entity) => {
    const SelectedFields = ['Order', 'Number'];
    expect(ordersOf(await ada().select(entity, { SelectedFields, Sort: SORT, Pager: { PageSize: 500 } }))).toEqual(
      ISSUED,
    );
    const Sort = [{ FieldName: 'Number', Direction: 2 }];
    expect(ordersOf(await ada().select(entity, { SelectedFields, Sort, Pager: { PageSize: 500 } }))).toEqual(
      ISSUED.toReversed(),
    );
    const found: number[] = [];
    for (let cursor: object | undefined = {}; cursor;) {
      const Pager = { PageSize: 7, ...cursor };
      const page: Answer = await ada().select(entity, { SelectedFields, Sort: SORT, Pager });
      found.push(...ordersOf(page));
      cursor = page.body.NextCursor ? { Cursor: page.body.NextCursor } : undefined;
    }
    expect(found).toEqual(ISSUED);
  });

  it.each(Object.keys(PATTERNS))('of %s compare in the order of issue', async (entity) => {
    const all = await ada().select(entity, {
      SelectedFields: ['Order', 'Number'],
      Sort: SORT,
      Pager: { PageSize: 500 },
    });
    const numbers: readonly string[] = all.body.Result.map(({ Number: text }: Ticket) => text);
    const ordersWhere = async (operator: string, value: unknown): Promise<readonly number[]> => {
      const WhereClause = where('Number', operator, value);
      return ordersOf(
        await ada().select(entity, { SelectedFields: ['Order'], WhereClause, Sort: SORT, Pager: { PageSize: 500 } }),
      );
    };
    expect(await ordersWhere('GreaterThan', numbers[8])).toEqual(ISSUED.slice(9));
    expect(await ordersWhere('LessThanOrEqualTo', numbers[99])).toEqual(ISSUED.slice(0, 100));
    expect(await ordersWhere('Between', [numbers[8], numbers[10]])).toEqual([9, 10, 11]);
    expect(await ordersWhere('EqualTo', numbers[99])).toEqual([100]);
    expect(await ordersWhere('IN', [numbers[0], numbers[99]])).toEqual([1, 100]);
    const limits = await ada().select(entity, {
      Aggregates: [
        { Function: 'Min', FieldName: 'Number', Alias: 'First' },
        { Function: 'Max', FieldName: 'Number', Alias: 'Last' },
      ],
    });
    expect(limits.body.Result).toEqual([{ First: numbers[0], Last: numbers[119] }]);
  });

  it('sort by the index of their unique rule', async () => {
    const [table] = [`"${await app.schema()}"."Plain"`];
    await app.query(
      `INSERT INTO ${table} ("CreatedBy", "UpdatedBy", "OwnerId", "Number", "Order")
       SELECT $1, $1, $1, n::text, n FROM generate_series(1001, 6000) n`,
      [USER.ada],
    );
    await app.query(`ANALYZE ${table}`);
    const latest = LatestStatement.watch('"Plain"');
    try {
      const Sort = [{ FieldName: 'Number', Direction: 2 }];
      const page = await ada().select('Plain', {
        SelectedFields: ['Order'],
        Sort,
        Pager: { PageSize: 3, Count: 'None' },
      });
      expect(ordersOf(page)).toEqual([6000, 5999, 5998]);
      expect(await latest.rowsRead(app)).toBeLessThan(50);
      const last = await ada().select('Plain', {
        SelectedFields: ['Order'],
        WhereClause: where('Number', 'EqualTo', '5000'),
      });
      expect(ordersOf(last)).toEqual([5000]);
      expect(await latest.rowsRead(app)).toBeLessThan(50);
    } finally {
      latest.stop();
    }
  });

  it('get the index in the place of an older one when the service starts', async () => {
    const schema = await app.schema();
    const indexes = async (): Promise<readonly string[]> => {
      const rows = await app.query<{ indexdef: string }>(
        `SELECT indexdef FROM pg_indexes WHERE schemaname = $1 AND tablename = 'Plain' AND indexname LIKE '%\\_uq\\_%'`,
        [schema],
      );
      return rows.map(({ indexdef }) => indexdef.replace(/.*USING /, ''));
    };
    const older = supersededName('Plain', KEY)!;
    const wanted = ['btree ("Number" COLLATE platform.natural_order)'];
    expect(await indexes()).toEqual(wanted);
    await app.query(`DROP INDEX "${schema}"."${uniqueName('Plain', KEY)}"`);
    await app.query(`CREATE UNIQUE INDEX "${older}" ON "${schema}"."Plain" (("Number"))`);
    expect(await indexes()).toEqual(['btree ("Number")']);
    await app.query('UPDATE platform.environment SET completed_by = NULL');
    await (await app.startAnother()).stop();
    expect(await indexes()).toEqual(wanted);
  });
});
