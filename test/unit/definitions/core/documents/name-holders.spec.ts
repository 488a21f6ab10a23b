import type { DefinitionDifference, DifferenceAction } from '#definitions/core/documents/definition-difference.js';
import { fileKind } from '#definitions/core/documents/file-kinds.js';
import { nameHolders } from '#definitions/core/documents/name-holders.js';
import { allAtOnce } from '#core/steps.js';

/** A difference of a role that had a name and takes another one. */
const role = (id: string, action: DifferenceAction, from?: string, to?: string): DefinitionDifference => ({
  kind: fileKind('Role'),
  action,
  id,
  label: id,
  members: [],
  values: new Map(to === undefined ? [] : [['Name', to]]),
  ...(from !== undefined && { old: { id, parentId: undefined, isSystem: false, values: new Map([['Name', from]]) } }),
});

it.each<[what: string, differences: readonly DefinitionDifference[], holders: readonly string[]]>([
  ['roles that swap names', [role('a', 'Update', 'A', 'B'), role('b', 'Update', 'B', 'A')], ['a', 'b']],
  ['a chain', [role('a', 'Update', 'A', 'B'), role('b', 'Update', 'B', 'C')], ['b']],
  ['a deleted role whose name is taken', [role('a', 'Create', undefined, 'b'), role('b', 'Delete', 'B')], ['b']],
  ['another letter case of the own name', [role('a', 'Update', 'A', 'a')], []],
  ['changes beside the name', [role('a', 'Update', 'A'), role('b', 'Update', 'B', 'C')], []],
])('finds who holds a name that another one takes: %s', (_, differences, holders) => {
  expect(allAtOnce(nameHolders(differences)).map(({ id }) => id)).toEqual(holders);
});
