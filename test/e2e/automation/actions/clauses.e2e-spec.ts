import { TestApp, where } from '../../../support/test-app.js';
import { StepRig, StepRigModule } from './step-rig.js';

let app: TestApp;
let rig: StepRig;
beforeAll(async () => {
  app = await TestApp.start({}, [StepRigModule]);
  rig = StepRig.latest;
});
afterAll(() => app.stop());

const NINA = { user: 'nina.north' } as const;
const WORKFLOW = {
  EntityName: 'Order',
  Tokens: [
    { Name: 'IncludeInvoices', Type: 'Bool' },
    { Name: 'Limit', Type: 'Decimal' },
    { Name: 'Word', Type: 'Text' },
    { Name: 'Day', Type: 'Date' },
    { Name: 'Many', Type: 'Int', IsList: true },
  ],
  Actions: [
    { Name: 'Inv', Type: 'RunQuery', EntityName: 'Invoice' },
    {
      Name: 'Sums',
      Type: 'RunQuery',
      EntityName: 'Order',
      Aggregates: [{ Function: 'Sum', FieldName: 'Total', Alias: 'Whole' }],
    },
    { Name: 'Call', Type: 'HttpCall', Url: 'https://example.org' },
  ],
};
const filter = (FieldName: string, Operator: string, Value?: unknown, ValueType = 1): object => ({
  FieldName,
  Operator,
  Value,
  ValueType,
});
const all = (...Filters: readonly object[]): object => ({ Filters });
const holds = (clause: unknown, values: Readonly<Record<string, unknown>>): Promise<boolean> =>
  rig.holds(NINA, WORKFLOW, clause, values);

// Requirement: R69, R191
it.each<[string, object, Readonly<Record<string, unknown>>, boolean]>([
  ['a flag', filter('IncludeInvoices', 'EqualTo', true), { IncludeInvoices: true }, true],
  ['a flag that is null', filter('IncludeInvoices', 'EqualTo', true), {}, false],
  ['null, which differs from nothing', filter('IncludeInvoices', 'NotEqualTo', true), {}, false],
  ['a test for null', filter('Word', 'IsNULL'), {}, true],
  ['exact decimals', filter('Limit', 'EqualTo', '0.30'), { Limit: '0.3' }, true],
  [
    'decimals beyond doubles',
    filter('Limit', 'GreaterThan', '9007199254740993.01'),
    { Limit: '9007199254740993.02' },
    true,
  ],
  ['decimals with more digits than a field has', filter('Limit', 'LessThan', '1.00001'), { Limit: '1.000001' }, true],
  ['a field of a query', filter('Actions.Inv.Balance', 'EqualTo', '0.00'), { 'Actions.Inv.Balance': 0 }, true],
  [
    'a look-up of a query',
    filter('Actions.Inv.CustomerId.Name', 'StartsWith', 'ALP'),
    { 'Actions.Inv.CustomerId.Name': 'Alpenmarkt' },
    true,
  ],
  ['an aggregate', filter('Actions.Sums.Whole', 'Between', [1, 3]), { 'Actions.Sums.Whole': 2.5 }, true],
  ['a text that contains another in any letter case', filter('Word', 'Contains', 'LLO'), { Word: 'Hello' }, true],
  ['a text that equals in its own letter case only', filter('Word', 'EqualTo', 'hello'), { Word: 'Hello' }, false],
  ['a list', filter('Word', 'IN', ['a', 'b']), { Word: 'b' }, true],
  ['a day and a global', filter('Day', 'LessThan', 'Today', 4), { Day: '2001-01-01' }, true],
  ['a day and a token', filter('Day', 'LessThan', 'Today', 3), { Day: '2001-01-01', Today: '2001-01-02' }, true],
  ['a global as a field', filter('Today+30d', 'GreaterThan', '2026-01-01'), { 'Today+30d': '2026-02-01' }, true],
  ['two fields', filter('Record.Total', 'GreaterThan', 'Old.Total', 3), { 'Record.Total': 2, 'Old.Total': 1 }, true],
  ['an id of the caller', filter('Record.OwnerId', 'EqualTo', 'Me', 4), {}, false],
  ['a number of another system', filter('Actions.Call.Body.n', 'GreaterThan', 4), { 'Actions.Call.Body.n': 5 }, true],
  [
    'a text of another system',
    filter('Actions.Call.Body.day', 'LessThan', '2026-01-01'),
    { 'Actions.Call.Body.day': '2025-12-31' },
    true,
  ],
  ['nothing of another system', filter('Actions.Call.Body.n', 'GreaterThan', 4), {}, false],
  ['an object of another system', filter('Actions.Call.Body', 'IsNotNULL'), { 'Actions.Call.Body': { a: 1 } }, true],
  ['SQL, which is data', filter('Word', 'EqualTo', `x' OR '1'='1`), { Word: 'x' }, false],
  ['a template, which is data', filter('Word', 'EqualTo', '{{Limit}}'), { Word: '{{Limit}}' }, true],
  ['an order of texts by their code points', filter('Word', 'LessThan', 'a'), { Word: 'Z' }, true],
])('judges %s', async (_, tested, values, expected) => {
  expect(await holds(all(tested), values)).toBe(expected);
});

// Requirement: R69
it('joins filters by their logic, and holds without any', async () => {
  const Filters = [filter('Word', 'EqualTo', 'a'), filter('Limit', 'EqualTo', 1)].map((each, i) => ({
    ...each,
    Sequence: i + 1,
  }));
  expect(await holds({ Filters, FilterLogic: '1 OR 2' }, { Word: 'b', Limit: 1 })).toBe(true);
  expect(await holds({ Filters, FilterLogic: 'NOT 1 OR 2' }, {})).toBe(false);
  expect(await holds({ Filters: [] }, {})).toBe(true);
});

// Requirement: R69, T50
it('an ExistsIn sees what the run may read', async () => {
  const source = { EntityName: 'Order', FieldName: 'Id' };
  const [{ Id }] = (await app.as('sara.south').select('Order', { WhereClause: where('Id', 'IsNotNULL') })).body.Result;
  const clause = all(filter('Record.Id', 'ExistsIn', source));
  expect(await rig.holds(NINA, WORKFLOW, clause, { 'Record.Id': Id })).toBe(true);
  expect(await rig.holds({ ...NINA, runAs: 'Caller' }, WORKFLOW, clause, { 'Record.Id': Id })).toBe(false);
});

// Requirement: R69, R191
it.each<[string, object, Readonly<Record<string, unknown>>, string]>([
  ['a token that does not exist', filter('Nope', 'EqualTo', 1), {}, 'UnknownField'],
  ['__proto__', filter('__proto__', 'EqualTo', 1), {}, 'UnknownField'],
  ['constructor', filter('Record.constructor', 'EqualTo', 1), {}, 'UnknownField'],
  ['an operator that the type has not', filter('IncludeInvoices', 'Contains', 'x'), {}, 'BadFilter'],
  ['an operand of another type', filter('Limit', 'EqualTo', 'much'), {}, 'BadFilter'],
  ['a token of another type', filter('Limit', 'EqualTo', 'Word', 3), { Word: 'x' }, 'BadFilter'],
  ['a value of another type', filter('Limit', 'EqualTo', 1), { Limit: 'x' }, 'Validation'],
  ['an unresolved parameter', filter('Limit', 'EqualTo', '@Limit', 2), {}, 'BadFilter'],
])('refuses %s', async (_, tested, values, code) => {
  await expect(holds(all(tested), values)).rejects.toMatchObject({ code });
});
