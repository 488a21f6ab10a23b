import type { RequestContext } from '#core/context/context.js';
import { prepareRun } from '#queries/core/saved/prepare-run.js';
import type { SavedQuery } from '#queries/core/saved/saved-query.js';
import { CALLER, fixtureContext } from '../../../../support/fixture-catalogue.js';
import { runOf, savedQuery } from '../../saved/stored.js';

const filter = (FieldName: string, Value: unknown, ValueType = 1) => ({ FieldName, Operator: 3, Value, ValueType });
const all = (...Filters: readonly object[]) => ({ WhereClause: { Filters } });
const MINE = 'r0000000-0000-4000-8000-000000000001';

function prepared(query: SavedQuery, body?: object, ctx: RequestContext = fixtureContext()) {
  const run = runOf(body);
  const { command } = prepareRun(ctx, query, run);
  return { command, faults: run.faults.list.map(({ code, path }) => `${code} ${path}`) };
}

const clause = (query: SavedQuery, body?: object) =>
  prepared(query, body).command.where?.filters.map(
    ({ fieldName, value, source }) => `${fieldName} ${source} ${JSON.stringify(value)}`,
  );

const query = savedQuery({
  Parameters: [
    { Name: 'Region', Type: 'Uuid' },
    { Name: 'Name', Type: 'Text', Default: 'x' },
  ],
  ...all(filter('RegionId', '@Region', 2), filter('Name', '@Name', 2)),
});

// Requirement: R142, R144, R145
it('combines filters of query, view and run, without those lacking a value', () => {
  const view = savedQuery({ ...all(filter('Name', 'a')) }, all(filter('TaxId', 'b')));
  expect(clause(view, { SavedView: 'view0', ...all(filter('Code', 'c')) })).toEqual([
    'Name Literal "a"',
    'TaxId Literal "b"',
    'Code Literal "c"',
  ]);
  expect(clause(query)).toEqual(['Name Literal "x"']);
  expect(clause(query, { Reqtokens: { Name: null } })).toEqual(['Name Literal null']);
});

it('binds parameters in Having and in includes too', () => {
  const Having = { Filters: [filter('Count', '@Least', 2)] };
  const grouped = savedQuery({
    Parameters: [{ Name: 'Least', Type: 'Int' }],
    GroupBy: ['RegionId'],
    Aggregates: [{ Function: 'Count' }],
    Having,
  });
  expect(prepared(grouped, { Reqtokens: { least: 3 } }).command.having?.filters[0].value).toBe('3');
  expect(prepared(grouped).command.having).toBeUndefined();
  const including = savedQuery({
    Parameters: [{ Name: 'From', Type: 'Date' }],
    Includes: [{ Name: 'Orders', ...all(filter('OrderDate', '@From', 2)) }],
  });
  const [orders] = prepared(including, { Reqtokens: { From: '2026-01-31' } }).command.includes;
  expect(orders.where?.filters[0].value).toBe('2026-01-31');
});

// Requirement: R144
it.each<[orders: string, body: object, name: string]>([
  ['run before view and query', { SavedView: 'View0', Sort: [{ FieldName: 'A' }] }, 'A'],
  ['view before query', { SavedView: 'v0', Sort: [] }, 'B'],
  ['query', {}, 'C'],
])('orders by %s', (_, body, name) => {
  const sorted = savedQuery({ Sort: [{ FieldName: 'C' }] }, { Sort: [{ FieldName: 'B' }] });
  expect(prepared(sorted, body).command.sort.map((item) => item.name)).toEqual([name]);
});

// Requirement: T37
describe('views', () => {
  const views = savedQuery(
    {},
    { Name: 'Mine', Visibility: 'Private', OwnerId: CALLER.userId },
    { Name: 'Theirs', Visibility: 'Private', OwnerId: 'somebody' },
    { Name: 'OfMyRole', Visibility: 'Role', RoleId: MINE, OwnerId: 'somebody' },
    { Name: 'OfOthers', Visibility: 'Role', RoleId: 'another', OwnerId: CALLER.userId },
    { Name: 'OfNobody', Visibility: 'Role', OwnerId: CALLER.userId },
  );
  const ctx = fixtureContext();
  const member = { ...ctx, principal: { ...ctx.principal, roleIds: [MINE] } };

  it.each([
    ['Mine', []],
    ['mine', []],
    ['V2', []],
    ['Theirs', ['NotFound SavedView']],
    ['OfOthers', ['NotFound SavedView']],
    ['OfNobody', ['NotFound SavedView']],
    ['Unknown', ['NotFound SavedView']],
  ])('apply %s: %j', (name, faults) => {
    expect(prepared(views, { SavedView: name }, member).faults).toEqual(faults);
  });
});

// Requirement: T6
it('applies NullSafeNegation of a run to its own filters, and that of the query to the query’s', () => {
  const saved = savedQuery({ NullSafeNegation: false, ...all(filter('Name', 'a')) });
  const { command } = prepared(saved, { Options: { NullSafeNegation: true }, ...all(filter('TaxId', 'b')) });
  expect([command.nullSafeNegation, command.where?.filters.map(({ nullSafe }) => nullSafe)]).toEqual([
    false,
    [undefined, true],
  ]);
});
