import type { Field } from '#core/catalogue/field.js';
import type { JsonObject } from '#core/json/json.js';
import { compareParts, fullScopes, rolePartsOf, type RoleRecord } from '#access/core/roles/clone-role.js';
import { fixtureCatalogue, fixtureContext } from '../../../../support/fixture-catalogue.js';

const [scopes, permissions, fields] = rolePartsOf(fixtureContext());
const CLAUSES = { CreateWhere: null, ReadWhere: null, UpdateWhere: null, DeleteWhere: null };
const SCOPE = { Create: 'None', Read: 'All', Update: 'None', Delete: 'None', WritableFields: null };

const record = (id: string, key: string, values: JsonObject = {}): RoleRecord => ({
  id,
  key,
  name: `the ${key}`,
  values,
});
const scope = (id: string, key: string, values: JsonObject = {}): RoleRecord =>
  record(id, key, { ...SCOPE, ...values });

it('reads a role as its scopes with writable fields, its permissions and its rights to fields', () => {
  const namesOf = (parts: readonly Field[]): readonly string[] => parts.map(({ name }) => name);
  expect([scopes, permissions, fields].map(({ keys, values }) => [namesOf(keys), namesOf(values)])).toEqual([
    [['EntityName'], Object.keys({ ...SCOPE, ...CLAUSES })],
    [['PermissionId'], []],
    [
      ['EntityName', 'FieldName'],
      ['EntityName', 'FieldName', 'Read', 'Write'],
    ],
  ]);
});

it('creates missing, updates differing and deletes surplus rows, and leaves the rest', () => {
  const source = [scope('1', 'A'), scope('2', 'B', { Update: 'Own', WritableFields: ['x'] }), scope('3', 'C')];
  const target = [scope('4', 'D'), scope('5', 'B'), scope('6', 'A')];
  const { part, ...change } = compareParts(scopes, source, target);
  expect(part).toBe(scopes);
  expect(change).toEqual({
    copied: 3,
    created: [source[2]],
    changed: [{ values: source[1].values, ids: ['5'] }],
    removedIds: ['4'],
    differences: [
      { Kind: 'Scope', Name: 'the B', From: SCOPE, To: source[1].values },
      { Kind: 'Scope', Name: 'the C', From: null, To: SCOPE },
      { Kind: 'Scope', Name: 'the D', From: SCOPE, To: null },
    ],
  });
});

it('updates in place rows that will be equal', () => {
  const keys = ['A', 'B', 'C'];
  const source = keys.map((key) => scope('', key, { Create: key === 'C' ? 'Team' : 'Own' }));
  const { changed } = compareParts(
    scopes,
    source,
    keys.map((key) => scope(`of ${key}`, key)),
  );
  expect(changed.map(({ values, ids }) => [values.Create, ids])).toEqual([
    ['Own', ['of A', 'of B']],
    ['Team', ['of C']],
  ]);
});

it('shows a permission as present or absent', () => {
  const { differences } = compareParts(permissions, [record('1', 'p')], [record('2', 'q')]);
  expect(differences.map(({ From, To }) => [From, To])).toEqual([
    [false, true],
    [true, false],
  ]);
});

it('finds no difference between equal records', () => {
  const { changed, created, removedIds } = compareParts(scopes, [scope('1', 'A')], [scope('2', 'A')]);
  expect([changed, created, removedIds]).toEqual([[], [], []]);
});

it('expands an administrator role to scope All on every entity', () => {
  const all = fullScopes(fixtureCatalogue);
  expect(all.map(({ key }) => key)).toEqual([...fixtureCatalogue.entities.values()].map(({ name }) => name));
  expect(all[0].values).toEqual({
    Create: 'All',
    Read: 'All',
    Update: 'All',
    Delete: 'All',
    WritableFields: null,
    ...CLAUSES,
  });
});
