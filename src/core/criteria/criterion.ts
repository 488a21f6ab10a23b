import type { Entity } from '#core/catalogue/entity.js';
import { Slot } from '#core/sql/sql.js';
import type { FieldPath } from './field-path.js';
import type { OperatorName } from '#core/fields/operators.js';

/** Right side of a comparison: a bound value or another field of the same row. */
export type Operand = Slot | FieldPath;

/** A test of one field. */
export interface Comparison {
  readonly kind: 'compare';
  readonly path: FieldPath;
  readonly operator: Exclude<OperatorName, 'ExistsIn' | 'NotExistsIn'>;
  /** No operand for null tests, two for Between, otherwise one; list operators have one array slot. */
  readonly operands: readonly Operand[];
  /** `NullSafeNegation`: a null field matches. */
  readonly orNull: boolean;
  /** `NullSafeNegation` applies: a NOT around the comparison becomes its opposite operator. */
  readonly nullSafe?: boolean;
}

/** A test whether a field's value occurs among the values of a field of another entity. */
export interface Existence {
  readonly kind: 'exists';
  readonly path: FieldPath;
  readonly negated: boolean;
  readonly orNull: boolean;
  /** As in `Comparison`. */
  readonly nullSafe?: boolean;
  readonly rows: { readonly entity: Entity; readonly path: FieldPath; readonly where?: Criterion };
}

/** A where-clause with resolved names and operands, ready to be compiled to SQL. Values are in the request's args. */
export type Criterion =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Criterion[] }
  | { readonly kind: 'not'; readonly of: Criterion }
  | { readonly kind: 'constant'; readonly value: boolean | null }
  | Comparison
  | Existence;

/** Matches every row, as an absent WhereClause does in a query. */
export const EVERYTHING: Criterion = { kind: 'constant', value: true };
/** Matches no row. */
export const NOTHING: Criterion = { kind: 'constant', value: false };
/** Matches no row, nor does a NOT around it: null in SQL. */
export const UNKNOWN: Criterion = { kind: 'constant', value: null };

/** True if a part of the criterion is unknown for every row. */
export function mayBeUnknown(criterion: Criterion): boolean {
  switch (criterion.kind) {
    case 'all':
    case 'any':
      return criterion.of.some(mayBeUnknown);
    case 'not':
      return mayBeUnknown(criterion.of);
    case 'constant':
      return criterion.value === null;
    default:
      return false;
  }
}

const operandShape = (operand: Operand): string =>
  operand instanceof Slot ? `$${operand.index}:${operand.type}` : operand.name;

/**
 * Describes a criterion without its values. Criteria on one entity with the same shape compile to the same SQL text,
 * for the same `accessKey` and catalogue version. Names are ASCII words, so the separators are unambiguous.
 */
export function shapeOf(criterion: Criterion): string {
  switch (criterion.kind) {
    case 'all':
    case 'any':
      return `${criterion.kind}(${criterion.of.map(shapeOf).join()})`;
    case 'not':
      return `not(${shapeOf(criterion.of)})`;
    case 'constant':
      return String(criterion.value);
    case 'compare':
      return `${criterion.path.name} ${criterion.operator}${mark(criterion)}[${criterion.operands.map(operandShape).join()}]`;
    case 'exists':
      return existenceShape(criterion);
  }
}

const mark = ({ orNull }: Comparison | Existence): string => (orNull ? '~' : '');

function existenceShape(existence: Existence): string {
  const { path, negated, rows } = existence;
  const source = `${rows.entity.name}.${rows.path.name} ${rows.where ? shapeOf(rows.where) : ''}`;
  return `${path.name} ${negated ? 'NotExistsIn' : 'ExistsIn'}${mark(existence)}[${source}]`;
}
