import { namedFaults } from '#records/core/drafts/named-faults.js';
import type { Assignment } from '#core/requests/assignments.js';
import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';

const places = (assignments: readonly Assignment[], paths: readonly string[], fieldName?: string): unknown =>
  namedFaults(
    fixtureCatalogue,
    { entityName: 'customer', assignments },
    paths.map((path) => ({ code: 'FieldRule', message: '', path, ...(fieldName && { fieldName }) })),
  ).map(({ params }) => params && `${String(params.EntityName)} ${String(params.NamedPath)}`);

const of = (name: string, value: Assignment['value']): readonly Assignment[] => [{ name, value, path: 'Fields[0]' }];

it('names the entity and path of lookups in each form', () => {
  const [list, object] = [[{ FieldName: 'name', Value: 'x' }], { name: 'x' }];
  expect(places(of('regionid', list), ['Fields[0].Value.Fields[0]'])).toEqual(['Region RegionId.Name']);
  expect(places(of('regionid', object), ['Fields[0].Value.name'])).toEqual(['Region RegionId.Name']);
});

it('leaves faults of the record itself, of matches and of unknown places as they are', () => {
  const matched = of('RegionId', { Match: { FieldName: 'Name', Value: 'x' } });
  const paths = ['Fields[0]', 'Fields[0].Value.Match', 'Fields[7].Value[1]', 'WhereClause'];
  expect(places(matched, paths)).toEqual([undefined, undefined, undefined, undefined]);
  expect(places(of('constructor', { x: 'y' }), ['Fields[0].Value.__proto__'])).toEqual([undefined]);
});
