import { HostileApp } from './hostile-app.js';

const INJECTIONS: readonly string[] = [
  `' OR 1=1 --`,
  `"; DROP TABLE "Order"; --`,
  `count(*)`,
  `c1`,
  `g.c1`,
  `__proto__`,
  `constructor`,
  `\u0000`,
  `\ud800`,
  `x`.repeat(100_000),
  `CustomerId.`.repeat(50_000),
  '',
  ' ',
];

const groups = (more: object): object => ({
  EntityName: 'Order',
  GroupBy: ['Priority'],
  Aggregates: [{ Function: 'Count' }],
  ...more,
});
const bucket = (more: object): object => groups({ GroupBy: [{ FieldName: 'OrderDate', Bucket: 'Month', ...more }] });
const aggregate = (more: object): object => groups({ Aggregates: [{ Function: 'Sum', ...more }] });
const having = (FieldName: string, Operator: number, Value: unknown): object =>
  groups({ Having: { Filters: [{ FieldName, Operator, Value }] } });
const includes = (...Includes: readonly unknown[]): object => ({
  EntityName: 'Customer',
  SelectedFields: ['Id'],
  Includes,
});
/** Customers in their orders in customers …: relations go in circles, requests end. */
const circle = (depth: number): object => ({
  Name: depth % 2 === 1 ? 'CustomerOrders' : 'CustomerId',
  SelectedFields: ['Id'],
  ...(depth > 1 && { Includes: [circle(depth - 1)] }),
});

describe('a hostile query for groups, includes or a search', () => {
  let hostile: HostileApp;
  beforeAll(async () => void (hostile = await HostileApp.start()));
  afterAll(() => hostile.stop());

  // Requirement: S6, S20
  it('cannot inject SQL through a name', async () => {
    for (const name of INJECTIONS) {
      await hostile.refuse('select', groups({ GroupBy: [name] }));
      await hostile.refuse('select', aggregate({ FieldName: name }));
      await hostile.refuse('select', aggregate({ FieldName: 'DiscountPercent', Function: name }));
      await hostile.refuse('select', having(name, 3, 1));
      await hostile.refuse('select', groups({ Sort: [{ FieldName: name }] }));
      await hostile.refuse('select', includes({ Name: name }));
    }
    for (const name of INJECTIONS.filter((each) => each !== '')) {
      await hostile.refuse('select', bucket({ Bucket: name }));
      await hostile.refuse('select', bucket({ TimeZone: name }));
      if (!/^[a-z0-9]{1,20}$/.test(name))
        await hostile.refuse('select', aggregate({ FieldName: 'DiscountPercent', Alias: name }));
    }
  });

  // Requirement: S6
  it('cannot inject SQL through a text', async () => {
    for (const GlobalSearch of INJECTIONS) {
      const { status, body } = await hostile.send('select', { EntityName: 'Customer', GlobalSearch });
      const isText = GlobalSearch.isWellFormed() && !/\0/.test(GlobalSearch) && GlobalSearch.length <= 1_000;
      expect([GlobalSearch.slice(0, 50), status]).toEqual([GlobalSearch.slice(0, 50), isText ? 200 : 400]);
      if (status === 200 && GlobalSearch.trim() !== '' && GlobalSearch !== 'c1') expect(body.Result).toEqual([]);
    }
  });

  // Requirement: R137
  it.each<[string, object]>([
    ...[0, 'Priority', {}, true].map((GroupBy): [string, object] => [
      `GroupBy ${JSON.stringify(GroupBy)}`,
      groups({ GroupBy }),
    ]),
    ...[1, null, [], {}, true, '', ['Priority']].map((item): [string, object] => [
      `GroupBy [${JSON.stringify(item)}]`,
      groups({ GroupBy: [item] }),
    ]),
    ['33 group columns', groups({ GroupBy: Array(33).fill('Priority') })],
    ['the same column twice', groups({ GroupBy: ['Priority', 'priority'] })],
    ['a Json column', groups({ EntityName: 'Customer', GroupBy: ['Preferences'] })],
    ...['Hour', 'month ', 'Decade', 1, [], {}, true].map((Bucket): [string, object] => [
      `Bucket ${JSON.stringify(Bucket)}`,
      bucket({ Bucket }),
    ]),
    ['a Bucket of text', bucket({ FieldName: 'Notes' })],
    ['a Bucket of a number', bucket({ FieldName: 'DiscountPercent' })],
    ...['Europe/Atlantis', '+02:00', 'CET-1CEST', 'posix/UTC', '../etc/passwd', 1, [], {}].map(
      (TimeZone): [string, object] => [`TimeZone ${JSON.stringify(TimeZone)}`, bucket({ TimeZone })],
    ),
    ['a TimeZone without Bucket', groups({ GroupBy: [{ FieldName: 'OrderDate', TimeZone: 'UTC' }] })],
    ...[0, 'Count', {}, [1], [null], [[]], [{}]].map((Aggregates): [string, object] => [
      `Aggregates ${JSON.stringify(Aggregates)}`,
      groups({ Aggregates }),
    ]),
    [
      '33 aggregates',
      groups({ Aggregates: Array.from({ length: 33 }, (_, i) => ({ Function: 'Count', Alias: `a${i}` })) }),
    ],
    ['Sum of nothing', aggregate({})],
    ['Sum of text', aggregate({ FieldName: 'Notes' })],
    ['Avg of a date', aggregate({ Function: 'Avg', FieldName: 'OrderDate' })],
    ['Sum of an id', aggregate({ FieldName: 'CustomerId' })],
    ['Min of an id', aggregate({ Function: 'Min', FieldName: 'CustomerId' })],
    ['Max of a Bool', aggregate({ Function: 'Max', FieldName: 'CustomerId.IsActive' })],
    ['Max of Json', aggregate({ Function: 'Max', FieldName: 'CustomerId.Preferences' })],
    ['an unknown function', aggregate({ Function: 'Median', FieldName: 'DiscountPercent' })],
    ['an alias of a column', aggregate({ FieldName: 'DiscountPercent', Alias: 'priority' })],
    ['a dotted alias', aggregate({ FieldName: 'DiscountPercent', Alias: 'a.b' })],
    ['an alias of 64 letters', aggregate({ FieldName: 'DiscountPercent', Alias: 'a'.repeat(64) })],
    ['Having on a field that is no column', having('OrderNumber', 3, 'x')],
    ['Having through a lookup', having('CustomerId.Name', 3, 'x')],
    ['Having text of a number', having('Count', 3, 'many')],
    ['Having Contains of a number', having('Count', 11, '1')],
    ['Having a list of 60,000', having('Count', 4, Array.from({ length: 60_000 }, String))],
    [
      'Having without groups',
      { EntityName: 'Order', Having: { Filters: [{ FieldName: 'Count', Operator: 3, Value: 1 }] } },
    ],
    ['Includes beside groups', groups({ Includes: [{ Name: 'OrderLines' }] })],
    ['Distinct beside groups', groups({ Distinct: true })],
    ['Distinct without fields', { EntityName: 'Order', Distinct: true }],
    ['Distinct Json', { EntityName: 'Customer', Distinct: true, SelectedFields: ['Preferences'] }],
    ['a cursor of another order', groups({ Pager: { Cursor: 'MTAwMDAwMDBbXQ' } })],
    ...[1, null, 'CustomerOrders', [], true].map((item): [string, object] => [
      `Includes [${JSON.stringify(item)}]`,
      includes(item),
    ]),
    ['Includes that are an object', { EntityName: 'Customer', Includes: {} }],
    ['six levels of Includes', includes(circle(6))],
    ['21 Includes', includes(...Array.from({ length: 21 }, () => ({ Name: 'CustomerOrders' })))],
    ['an include twice', includes({ Name: 'CustomerOrders' }, { Name: 'customerorders' })],
    ['an include with a cursor', includes({ Name: 'CustomerOrders', Pager: { Cursor: 'x' } })],
    ['an include of 1,001 rows', includes({ Name: 'CustomerOrders', Pager: { PageSize: 1_001 } })],
    ['an include of a field', includes({ Name: 'Name' })],
    ...[1, [], {}, true].map((GlobalSearch): [string, object] => [
      `GlobalSearch ${JSON.stringify(GlobalSearch)}`,
      { EntityName: 'Customer', GlobalSearch },
    ]),
  ])('is refused: %s', async (_, body) => {
    expect((await hostile.refuse('select', body)).status).toBe(400);
  });

  it.each<[string, object]>([
    ['five levels in circles', includes(circle(5))],
    [
      '32 columns',
      groups({ EntityName: 'Region', GroupBy: ['Code', 'Name', 'CountryCode', 'Id', 'OwnerId', 'CreatedOn'] }),
    ],
    [
      '32 aggregates',
      groups({ Aggregates: Array.from({ length: 32 }, (_, i) => ({ Function: 'Count', Alias: `a${i}` })) }),
    ],
    [
      'a Count of Json',
      groups({
        EntityName: 'Customer',
        GroupBy: ['Segment'],
        Aggregates: [{ Function: 'CountDistinct', FieldName: 'Preferences' }],
      }),
    ],
    ['groups by what is the same for all', groups({ GroupBy: ['TenantId', 'EnvironmentId', 'IsDeleted'] })],
    ['nulls', groups({ Having: null, Includes: null, Distinct: null, GlobalSearch: null, SelectedFields: null })],
  ])('is answered up to the limit: %s', async (_, body) => {
    expect((await hostile.send('select', body)).status).toBe(200);
  });
});
