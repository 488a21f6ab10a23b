import type { JsonObject } from '#core/json/json.js';
import { listFaults } from '#queries/core/lists/check-list.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';
import { jsonOf } from '../../../../support/json-of.js';

const paths = (members: object): readonly (string | undefined)[] =>
  listFaults(fixtureContext({ Customer: 'None' }), jsonOf({ Name: 'List', ...members }) as JsonObject).map(
    ({ path }) => path,
  );

const filter = (FieldName: string, Value: unknown) => ({ Filters: [{ FieldName, Operator: 3, Value }] });

it.each<[title: string, members: object]>([
  ['all members', { EntityName: 'customer', ValueField: 'code', TextField: 'RegionId.Name', ParentField: 'Segment' }],
  [
    'a clause and an order',
    { EntityName: 'Customer', WhereClause: filter('Segment', 'Large'), Sort: [{ FieldName: 'Since' }] },
  ],
  ['fixed values', { Values: [{ Value: 1 }, { Value: true, ParentValue: 'x', Sequence: 0 }] }],
  ['no values yet', { Values: [] }],
])('accepts %s for any scope of the writer', (_, members) => {
  expect(paths(members)).toEqual([]);
});

it.each<[members: object, paths: readonly (string | undefined)[]]>([
  [{}, ['Values']],
  [{ EntityName: 'Nothing' }, [undefined]],
  [
    { EntityName: 'Customer', ValueField: 'A', TextField: 'B', ParentField: 'C' },
    ['ValueField', 'TextField', 'ParentField'],
  ],
  [{ EntityName: 'Customer', TextField: 'Tags' }, ['TextField']],
  [{ EntityName: 'Customer', WhereClause: filter('Segment', 'x') }, ['WhereClause.Filters[0].Value']],
  [{ EntityName: 'Customer', Sort: [{ FieldName: 'A' }] }, ['Sort[0].FieldName']],
  [{ Values: [{ Value: {} }, 1], Sort: [] }, ['Sort', 'Values[0].Value', 'Values[1]']],
])('reports for %j: %j', (members, expected) => {
  expect(paths(members)).toEqual(expected);
});
