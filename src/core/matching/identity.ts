import { identityFields, type Entity } from '../catalogue/entity.js';
import { Slot } from '../sql/sql.js';
import type { Criterion } from '../criteria/criterion.js';

/**
 * The conjuncts by which a write addresses records by identity: top-level AND operands that are EqualTo or IN on `Id`,
 * `RecordInformationId` or a field that is unique on its own (T29).
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
 * The identity conjuncts by which it is judged whether a write addresses hidden records: those on `Id`, else on
 * `RecordInformationId`, else on the unique field that stands first. Several fields together would tell whether a hidden
 * record that one of them names has the value of another.
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
