import { type Field, type FieldType, lookedUp, valueType } from './entity';

/** A condition of a list, as it stands in the address: field, name of an operator, operand. */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly value?: unknown;
}

export type Operator =
  | 'EqualTo'
  | 'NotEqualTo'
  | 'GreaterThan'
  | 'GreaterThanOrEqualTo'
  | 'LessThan'
  | 'LessThanOrEqualTo'
  | 'Between'
  | 'Contains'
  | 'NotContains'
  | 'StartsWith'
  | 'EndsWith'
  | 'IN'
  | 'NOTIN'
  | 'IsNULL'
  | 'IsNotNULL';

const EMPTY = ['IsNULL', 'IsNotNULL'] as const;
const EQUALITY = ['EqualTo', 'NotEqualTo'] as const;
const ORDER = ['GreaterThan', 'GreaterThanOrEqualTo', 'LessThan', 'LessThanOrEqualTo'] as const;
const TEXT = ['Contains', 'NotContains', 'StartsWith', 'EndsWith', ...EQUALITY, ...EMPTY] as const;

/** Operators of the filter builder by type (docs/interface/queries.md#operators). */
const OPERATORS: Readonly<Record<FieldType, readonly Operator[]>> = {
  AutoNumber: TEXT,
  Text: TEXT,
  LongText: TEXT,
  Int: [...EQUALITY, ...ORDER, 'Between', ...EMPTY],
  Decimal: [...EQUALITY, ...ORDER, 'Between', ...EMPTY],
  Date: [...EQUALITY, ...ORDER, 'Between', ...EMPTY],
  DateTime: [...ORDER, 'Between', ...EMPTY],
  Enum: ['IN', 'NOTIN', ...EMPTY],
  MultiEnum: ['Contains', ...EMPTY],
  Bool: ['EqualTo', ...EMPTY],
  Lookup: ['IN', 'NOTIN', ...EMPTY],
  Uuid: [...EQUALITY, ...EMPTY],
  Json: EMPTY,
  Computed: EMPTY,
  Rollup: EMPTY,
};

export const operatorsOf = (field: Field): readonly Operator[] =>
  field.Masked === true ? [] : OPERATORS[valueType(field)];

/** Number of operands: none, one, two of a range, or a list. */
export function operandsOf(operator: Operator): 'none' | 'one' | 'range' | 'list' {
  if (operator === 'IsNULL' || operator === 'IsNotNULL') return 'none';
  if (operator === 'Between') return 'range';
  return operator === 'IN' || operator === 'NOTIN' ? 'list' : 'one';
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** True where a condition has what its operator needs; others are drafts that filter nothing. */
export function isComplete({ operator, value }: Condition): boolean {
  switch (operandsOf(operator)) {
    case 'none':
      return true;
    case 'one':
      return isGiven(value);
    case 'range':
      return Array.isArray(value) && value.length === 2 && value.every(isGiven);
    case 'list':
      return Array.isArray(value) && value.length > 0;
  }
}

/** A where-clause of the service. */
export interface WhereClause {
  readonly Filters: readonly { readonly FieldName: string; readonly Operator: string; readonly Value?: unknown }[];
  readonly FilterLogic?: string;
}

/** Of a looked-up record its id. */
const operandOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'Id' in value ? lookedUp(value)?.id : value;

/** @param logic how complete conditions are joined, such as `1 AND (2 OR 3)` by their numbers; all where it is absent */
export function whereClause(conditions: readonly Condition[], logic?: string): WhereClause | undefined {
  const complete = conditions.filter(isComplete);
  if (complete.length === 0) return undefined;
  const Filters = complete.map(({ field, operator, value }) => ({
    FieldName: field,
    Operator: operator,
    Value: Array.isArray(value) ? value.map(operandOf) : operandOf(value),
  }));
  const isWhole = complete.length === conditions.length;
  return logic === undefined || logic === '' || !isWhole ? { Filters } : { Filters, FilterLogic: logic };
}

export const byId = (id: unknown): WhereClause => ({
  Filters: [{ FieldName: 'Id', Operator: 'EqualTo', Value: id }],
});
