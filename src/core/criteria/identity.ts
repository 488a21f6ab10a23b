import { identityFields, type Entity } from '#core/catalogue/entity.js';
import { Slot } from '#core/sql/sql.js';
import type { Criterion } from './criterion.js';

/**
 * Lists the conjuncts that address records by identity: top-level AND operands that are EqualTo or IN on `Id`,
 * `RecordInformationId` or a single unique field (docs/interface/records.md#scope-of-writes).
 */
export function identityConjuncts(criterion: Criterion, entity: Entity): readonly Criterion[] {
  const unique = identityFields(entity);
  return conjuncts(criterion).filter(
    (part) =>
      part.kind === 'compare' &&
      (part.operator === 'EqualTo' || part.operator === 'IN') &&
      part.path.steps.length === 0 &&
      unique.has(part.path.field.name) &&
      part.operands[0] instanceof Slot,
  );
}

/**
 * Selects the identity conjuncts that decide whether a write addresses hidden records: those on `Id`, else on
 * `RecordInformationId`, else on the first unique field. Combining several fields would reveal whether a hidden record
 * has the values of all of them.
 */
export function addressConjuncts(criterion: Criterion, entity: Entity): readonly Criterion[] {
  const parts = identityConjuncts(criterion, entity);
  const names = parts.map(fieldName);
  const by = ['Id', 'RecordInformationId'].find((name) => names.includes(name)) ?? names[0];
  return parts.filter((part) => fieldName(part) === by);
}

const fieldName = (criterion: Criterion): string | undefined =>
  criterion.kind === 'compare' ? criterion.path.field.name : undefined;

const conjuncts = (criterion: Criterion): readonly Criterion[] =>
  criterion.kind === 'all' ? criterion.of.flatMap(conjuncts) : [criterion];
