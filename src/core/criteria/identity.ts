import { identityFields, type Entity } from '../catalogue/entity.js';
import { Slot } from '../sql/sql.js';
import type { Criterion } from './criterion.js';

/**
 * The conjuncts by which a write addresses records by identity: top-level AND operands that are EqualTo or IN on `Id`,
 * `RecordInformationId` or a field that is unique on its own. Whether a row is out of scope is judged on these alone,
 * so that a refusal tells nothing about its other fields (T29).
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

const conjuncts = (criterion: Criterion): readonly Criterion[] =>
  criterion.kind === 'all' ? criterion.of.flatMap(conjuncts) : [criterion];
