import { faultsIn, tryQuery } from '#queries/core/saved/check-query.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';
import { savedQuery } from '../../saved/stored.js';

const filter = (FieldName: string, Value: unknown, ValueType = 1, Operator = 3) => ({
  FieldName,
  Operator,
  Value,
  ValueType,
});
const all = (...Filters: readonly object[]) => ({ WhereClause: { Filters } });
const GROUPED = { GroupBy: ['RegionId'], Aggregates: [{ Function: 'Count' }] };
const PARAMETERS = [
  { Name: 'Region', Type: 'Uuid', Required: true },
  { Name: 'Segments', Type: 'Enum', IsList: true },
];

function faults(members: object, view?: object): readonly string[] {
  const query = savedQuery({ Parameters: PARAMETERS, ...members }, ...(view ? [view] : []));
  return faultsIn(() => tryQuery(fixtureContext(), query, query.views[0])).map(({ code, path }) => `${code} ${path}`);
}

interface Case {
  readonly what: string;
  readonly query?: object;
  readonly view?: object;
}

// Requirement: R146
it.each<Case>([
  {
    what: 'values of its parameters',
    query: all(filter('RegionId', '@Region', 2), filter('Segment', '@Segments', 2, 4)),
  },
  { what: 'a parameter in a view', view: all(filter('RegionId', 'region', 2)) },
  { what: 'groups', query: GROUPED },
  { what: 'a view by what groups are made of', query: GROUPED, view: all(filter('RegionId', '@Region', 2)) },
])('accepts $what', ({ query = {}, view }) => {
  expect(faults(query, view)).toEqual([]);
});

const NOPE = { SelectedFields: ['Nope'] };

// Requirement: R146, T89
it.each<Case & { readonly fault: string }>([
  { what: 'a field that is none', query: NOPE, fault: 'UnknownField SelectedFields[0]' },
  { what: 'an order by one', query: { Sort: [{ FieldName: 'Nope' }] }, fault: 'UnknownField Sort[0].FieldName' },
  {
    what: 'a filter on one',
    query: all(filter('Nope', '@Region', 2)),
    fault: 'UnknownField WhereClause.Filters[0].FieldName',
  },
  {
    what: 'an unknown parameter',
    query: all(filter('RegionId', '@Nope', 2)),
    fault: 'BadFilter WhereClause.Filters[0].Value',
  },
  {
    what: 'what is no name',
    query: all(filter('RegionId', 1, 2)),
    fault: 'BadFilter WhereClause.Filters[0].ValueType',
  },
  {
    what: 'a number as pattern',
    query: all(filter('CreditLimit', 'a', 1, 13)),
    fault: 'BadFilter WhereClause.Filters[0].Operator',
  },
  { what: 'a view of such a field', view: NOPE, fault: 'UnknownField SelectedFields[0]' },
  {
    what: 'a view that changes groups',
    query: GROUPED,
    view: all(filter('Name', 'a')),
    fault: 'BadFilter WhereClause.Filters[0].FieldName',
  },
])('refuses $what', ({ query = {}, view, fault }) => {
  expect(faults(query, view)).toEqual([fault]);
});
