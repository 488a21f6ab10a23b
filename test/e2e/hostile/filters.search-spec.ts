import { HostileApp } from './hostile-app.js';

const INJECTIONS: readonly string[] = [
  `' OR 1=1 --`,
  `"; DROP TABLE "Customer"; --`,
  `Name" = "Name" OR "1`,
  `1; SELECT pg_sleep(5)`,
  `$1`,
  `:name`,
  `{{Now}}`,
  `\\'; --`,
  `Name/**/`,
  `pg_catalog.pg_tables`,
  `__proto__`,
  `constructor`,
  `toString`,
  `hasOwnProperty`,
  `\u0000`,
  `\ud800`,
  `Ｎame`,
  `Name\u202e`,
  `x`.repeat(100_000),
  `CustomerId.`.repeat(50_000),
  `.`,
  `..`,
  `RegionId.`,
  `.Name`,
  `RegionId..Name`,
  ``,
  ` `,
];

/** Most characters of a text that text operators look for (docs/limits.md). */
const MAX_TEXT_LENGTH = 10_000;
const filter = (more: object): object => ({ FieldName: 'Name', Operator: 3, Value: 'x', ...more });
const TEXT_OPERATORS = new Set([11, 13, 15, 19]);
const isAccepted = (value: string, operator: number): boolean =>
  value.isWellFormed() && !value.includes('\0') && (value.length <= MAX_TEXT_LENGTH || !TEXT_OPERATORS.has(operator));
const clause = (...Filters: readonly object[]): object => ({ EntityName: 'Customer', WhereClause: { Filters } });
const logic = (count: number, FilterLogic: unknown): object => ({
  EntityName: 'Customer',
  WhereClause: { Filters: Array.from({ length: count }, () => filter({})), FilterLogic },
});
const nested = (depth: number): object => {
  const inner = depth === 0 ? [] : [{ WhereClause: { Filters: [nested(depth - 1)] } }];
  return { FieldName: 'Id', Operator: 21, Value: { EntityName: 'Customer', FieldName: 'Id', ...inner[0] } };
};

describe('a hostile where-clause', () => {
  let hostile: HostileApp;
  beforeAll(async () => void (hostile = await HostileApp.start()));
  afterAll(() => hostile.stop());

  // Requirement: S6, S20
  it('cannot inject SQL through a name', async () => {
    for (const name of INJECTIONS) {
      await hostile.refuse('select', { EntityName: name });
      await hostile.refuse('select', clause(filter({ FieldName: name })));
      await hostile.refuse('select', clause(filter({ FieldName: name, Operator: 6 })));
      await hostile.refuse('select', clause(filter({ Value: name, ValueType: 3 })));
      await hostile.refuse('select', clause(filter({ Value: name, ValueType: 4 })));
      await hostile.refuse('select', clause(filter({ Value: name, ValueType: 2 })));
      await hostile.refuse('select', { EntityName: 'Customer', Sort: [{ FieldName: name }] });
      await hostile.refuse('select', { EntityName: 'Customer', SelectedFields: [name] });
      await hostile.refuse('select', { EntityName: 'Customer', Pager: { Cursor: `${name}!` } });
      const rows = { EntityName: 'Customer', FieldName: name };
      await hostile.refuse('select', clause(filter({ FieldName: 'Id', Operator: 21, Value: rows })));
      const entity = { EntityName: name, FieldName: 'Id' };
      await hostile.refuse('select', clause(filter({ FieldName: 'Id', Operator: 22, Value: entity })));
      await hostile.refuse('delete', { EntityName: name, WhereClause: { Filters: [filter({})] } });
    }
  });

  // Requirement: S6
  it('cannot inject SQL through a value', async () => {
    for (const Value of INJECTIONS) {
      for (const Operator of [3, 4, 8, 11, 13, 15, 19]) {
        const { status, body } = await hostile.send('select', clause(filter({ Operator, Value })));
        expect([Value.slice(0, 50), status]).toEqual([Value.slice(0, 50), isAccepted(Value, Operator) ? 200 : 400]);
        // Nobody bears such a name; but some parts of them do occur in one, and blanks in many.
        const isWhole = Operator !== 8 && Operator !== 19 && Value.trim().length > 1;
        if (status === 200 && isWhole) expect(body.Result).toEqual([]);
      }
      await hostile.refuse('select', clause(filter({ FieldName: 'ErpId', Value })));
      await hostile.refuse('select', clause(filter({ FieldName: 'CreditLimit', Value })));
      await hostile.refuse('select', clause(filter({ FieldName: 'OnboardedOn', Value })));
      await hostile.refuse('select', clause(filter({ FieldName: 'Segment', Value })));
    }
  });

  // Requirement: R37–R40, R66–R68, T4–T8
  it.each<[string, unknown]>([
    ...[0, -1, 23, 1.5, 'x', null, [], {}, true, 1e9, '3 ', '__proto__'].map((Operator): [string, unknown] => [
      `Operator ${JSON.stringify(Operator)}`,
      Operator === '3 ' ? clause(filter({ Operator: '3x' })) : clause(filter({ Operator })),
    ]),
    ...[0, 5, -1, 1.5, 'x', [], {}, true].map((ValueType): [string, unknown] => [
      `ValueType ${JSON.stringify(ValueType)}`,
      clause(filter({ ValueType })),
    ]),
    ...[-1, 1.5, 'x', [], {}, true, 1e18].map((Sequence): [string, unknown] => [
      `Sequence ${JSON.stringify(Sequence)}`,
      clause(filter({ Sequence })),
    ]),
    ['some Sequences', clause(filter({ Sequence: 1 }), filter({}))],
    ['some equal Sequences', clause(filter({ Sequence: 1 }), filter({ Sequence: 1 }), filter({ Sequence: 2 }))],
    ['201 filters', logic(201, undefined)],
    ['a filter that is null', { EntityName: 'Customer', WhereClause: { Filters: [null] } }],
    ['filters that are an object', { EntityName: 'Customer', WhereClause: { Filters: {} } }],
    ['a clause that is text', { EntityName: 'Customer', WhereClause: 'Name = 1' }],
    ...[
      '1 AND',
      '()',
      '1 2',
      'AND 1',
      '1 & 1',
      '1;DROP',
      '2',
      '0',
      '-1',
      '1 AND (1',
      '1)',
      'NOT',
      '1 XOR 1',
      'ⅰ',
      '1\u0000',
      '١',
      '1.0',
      '9'.repeat(400),
      `${'('.repeat(33)}1${')'.repeat(33)}`,
      '('.repeat(9_000),
      `${'NOT '.repeat(33)}1`,
      '1 AND '.repeat(100_000),
      1,
      [],
      {},
      true,
    ].map((FilterLogic): [string, unknown] => [
      `FilterLogic ${JSON.stringify(FilterLogic).slice(0, 30)}`,
      logic(1, FilterLogic),
    ]),
    ['a lost filter', logic(2, '1')],
    ['ExistsIn 4 deep', clause(nested(3))],
    ['60,000 values in IN', clause(filter({ Operator: 4, Value: Array.from({ length: 60_000 }, String) }))],
    ['70,000 values as text', clause(filter({ Operator: 4, Value: Array.from({ length: 70_000 }, String).join() }))],
    ['Between one', clause(filter({ Operator: 17, Value: ['a'] }))],
    ['Between three', clause(filter({ Operator: 17, Value: ['a', 'b', 'c'] }))],
    ['Between null', clause(filter({ Operator: 17, Value: [null, 'c'] }))],
    ['GreaterThan null', clause(filter({ Operator: 1, Value: null }))],
    ['no Value', clause({ FieldName: 'Name', Operator: 3 })],
    ['Contains on Bool', clause(filter({ FieldName: 'IsActive', Operator: 11 }))],
    ['order on Json', clause(filter({ FieldName: 'Preferences', Operator: 1 }))],
    ['six lookups', clause(filter({ FieldName: `${'ParentCustomerId.'.repeat(6)}Name` }))],
    ['a lookup of text', clause(filter({ FieldName: 'Name.Length' }))],
    ['fields of other kinds', clause(filter({ Value: 'CreditLimit', ValueType: 3 }))],
  ])('is refused: %s', async (_, body) => {
    expect((await hostile.refuse('select', body)).status).toBe(400);
    const isWrite = { ...(body as object), Fields: [{ FieldName: 'Name', Value: 'x' }] };
    expect((await hostile.refuse('update', isWrite)).status).toBe(400);
    expect((await hostile.refuse('delete', body)).status).toBe(400);
  });

  it.each<[string, object]>([
    ['200 filters', logic(200, undefined)],
    ['FilterLogic 32 deep', logic(1, `${'('.repeat(32)}1${')'.repeat(32)}`)],
    ['10,000 values in IN', clause(filter({ Operator: 4, Value: Array.from({ length: 10_000 }, String) }))],
    ['ExistsIn 3 deep', clause(nested(2))],
    ['five lookups', clause(filter({ FieldName: `${'ParentCustomerId.'.repeat(5)}Name` }))],
  ])('is answered up to the limit: %s', async (_, body) => {
    expect((await hostile.send('select', body)).status).toBe(200);
  });

  // Requirement: T20
  it.each<[string, object]>([
    ...[0, -1, 'a', 1e10, 1.5, [], {}, true].map((PageNumber): [string, object] => [
      `PageNumber ${JSON.stringify(PageNumber)}`,
      { PageNumber },
    ]),
    ...[0, -1, 1001, 'a', 1e9, 1.5, [], {}].map((PageSize): [string, object] => [
      `PageSize ${JSON.stringify(PageSize)}`,
      { PageSize },
    ]),
    ...['x', '', 'MQ', 'MTAwMDAwMDBbXQ', '☃', 'a'.repeat(100_000), 1, [], {}].map((Cursor): [string, object] => [
      `Cursor ${JSON.stringify(Cursor).slice(0, 20)}`,
      { Cursor },
    ]),
    ...['exact!', 1, [], {}].map((Count): [string, object] => [`Count ${JSON.stringify(Count)}`, { Count }]),
  ])('is refused with a pager of %s', async (_, Pager) => {
    expect((await hostile.refuse('select', { EntityName: 'Customer', Pager })).status).toBe(400);
  });

  // Requirement: T20
  it('reads no further than the existing rows, however high the page number', async () => {
    const Pager = { PageNumber: 1_000_000_000, PageSize: 1000 };
    const { status, body } = await hostile.send('select', { EntityName: 'Customer', Pager });
    expect([status, body.Result, body.TotalRecords]).toEqual([200, [], 8]);
  });
});
