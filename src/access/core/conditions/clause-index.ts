import type { Entity } from '#core/catalogue/entity.js';
import type { Criterion } from '#core/criteria/criterion.js';
import { ownField } from '#core/criteria/own-fields.js';
import { canBeIndexed } from '#definitions/core/checks/check-indexes.js';
import { servingIndexes } from '#queries/core/advice/known-indexes.js';

/** Names of own fields that every row of a criterion is tested by. */
function testedFields(criterion: Criterion): readonly string[] {
  if (criterion.kind === 'all') return criterion.of.flatMap(testedFields);
  return criterion.kind === 'compare' || criterion.kind === 'exists' ? [ownField(criterion.path)] : [];
}

/**
 * Finds the field whose index would serve a clause; undefined where an index serves it already, or none can.
 * Lookups have indexes of their own, which serve clauses on the records that they lead to.
 */
export function missingIndex(entity: Entity, criterion: Criterion): string | undefined {
  const names = testedFields(criterion);
  const served = new Set(servingIndexes(entity).map(([first]) => first.replace(/-$/, '')));
  for (const system of ['Id', 'RecordInformationId', 'OwnerId', 'OwnerTeamId', 'StatusId']) served.add(system);
  if (names.some((name) => served.has(name))) return undefined;
  return names.find((name) => canBeIndexed([entity.fields.get(name.toLowerCase())!]));
}
