import type { Entity, Relation } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Slot } from '#core/sql/sql.js';
import type { RequestContext } from '#core/context/context.js';
import { clashOfKey } from '#core/checks/clash-fault.js';
import type { Check } from '#core/checks/check.js';
import type { LockedLookup } from '#core/checks/used-lookup.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';

/** Locked records of one entity to restore. */
export interface RestoredRows {
  readonly entity: Entity;
  /** Ids as `uuid[]`. */
  readonly ids: Slot;
}

/** A lookup of a restored record, and the effect of a target that is still deleted. */
export interface RestoredLookup extends LockedLookup {
  /** True for a SetNull relation: the lookup is cleared. Otherwise the restore is refused. */
  readonly clears: boolean;
}

/** Lists the lookups whose targets must exist; audit columns such as CreatedBy may refer to deleted users. */
export function restoredLookups(
  catalogue: Catalogue,
  rows: readonly RestoredRows[],
  entity: Entity,
): readonly RestoredLookup[] {
  const lookups = [...entity.fields.values()].filter(
    ({ name, type, isSystem }) => type === 'Lookup' && (!isSystem || name === 'StatusId'),
  );
  return lookups.map((field): RestoredLookup => {
    const target = catalogue.entity(field.target!);
    const relation = relationOf(target, entity, field);
    const mayBeDrafted = rows.some((group) => group.entity === target);
    return { field, target, matchedBy: [], mayBeDrafted, clears: relation?.onDelete === 'SetNull' };
  });
}

const relationOf = (target: Entity, child: Entity, { name }: Field): Relation | undefined =>
  [...target.children.values()].find(
    ({ childEntity, childField }) => childEntity === child.name && childField === name,
  );

/** Builds the checks of a restore: lookup targets must not be deleted, unique values must still be free. */
export function restoreChecks(
  ctx: RequestContext,
  { entity }: RestoredRows,
  lookups: readonly RestoredLookup[],
  group: number,
): readonly Check[] {
  const missing = lookups.flatMap(({ field: { name }, target, clears }, lookup): readonly Check[] => {
    const message = `${entity.name}.${name} refers to a deleted ${target.name}; restore that first.`;
    const test = { kind: 'lookup', lookup } as const;
    return clears ? [] : [{ group, test, code: 'Conflict', message, fieldName: name, reads: [] }];
  });
  const taken = entity.uniqueKeys.map((key): Check => {
    const test = { kind: 'unique', key } as const;
    return { group, test, code: 'Conflict', ...clashOfKey(ctx, key), reads: [] };
  });
  return [...missing, ...taken];
}
