import type { Entity } from '../catalogue/entity.js';
import { Slot } from '../sql/sql.js';
import type { FieldPath } from './field-path.js';
import type { OperatorName } from './operators.js';

/** What a field is compared with: a bound value or another field of the same row. */
export type Operand = Slot | FieldPath;

/** A test of one field. */
export interface Comparison {
  readonly kind: 'compare';
  readonly path: FieldPath;
  readonly operator: Exclude<OperatorName, 'ExistsIn' | 'NotExistsIn'>;
  /** None for null tests, two for Between, otherwise one; of the list operators an array slot. */
  readonly operands: readonly Operand[];
  /** `NullSafeNegation`: a null field matches. */
  readonly orNull: boolean;
}

/** Whether a field's value occurs among those of a field of another entity. */
export interface Existence {
  readonly kind: 'exists';
  readonly path: FieldPath;
  readonly negated: boolean;
  readonly orNull: boolean;
  readonly rows: { readonly entity: Entity; readonly path: FieldPath; readonly where?: Criterion };
}

/** A where-clause with every name and operand resolved: what becomes SQL. Values stand in the request's args. */
export type Criterion =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Criterion[] }
  | { readonly kind: 'not'; readonly of: Criterion }
  | { readonly kind: 'constant'; readonly value: boolean }
  | Comparison
  | Existence;

/** Matches every row: what an absent WhereClause means in a query. */
export const EVERYTHING: Criterion = { kind: 'constant', value: true };
/** Matches no row. */
export const NOTHING: Criterion = { kind: 'constant', value: false };

const operandShape = (operand: Operand): string =>
  operand instanceof Slot ? `$${operand.index}:${operand.type}` : operand.name;

/**
 * The criterion without its values: two criteria on one entity with the same shape become the same SQL text for the
 * same `accessKey` and catalogue version. Names are ASCII words, so that the marks between them are unambiguous.
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
