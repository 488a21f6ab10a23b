import type { JsonValue } from '../json/json.js';

/** What a field's values are. */
export const VALUE_TYPES = [
  'Text',
  'LongText',
  'Int',
  'Decimal',
  'Bool',
  'Date',
  'DateTime',
  'Uuid',
  'Json',
  'Enum',
  'MultiEnum',
  'Lookup',
  'AutoNumber',
] as const;
export type FieldType = (typeof VALUE_TYPES)[number];

/** Types a definition names; what the values of a Computed or Rollup field are follows from its other members. */
export const FIELD_TYPES = [...VALUE_TYPES, 'Computed', 'Rollup'] as const;

/** Where the value of a Computed field comes from: an expression over other fields of the same row. */
export interface Computed {
  readonly expression: string;
  /** As the definition gives it. */
  readonly resultType: string;
}

export const ROLLUP_FUNCTIONS = ['Count', 'Sum', 'Avg', 'Min', 'Max'] as const;
export type RollupFunction = (typeof ROLLUP_FUNCTIONS)[number];

/** Where the value of a Rollup field comes from: the live children of a relation. */
export interface Rollup {
  /** Name of a relation in which the field's entity is the parent. */
  readonly relation: string;
  readonly function: RollupFunction;
  /** Field of the children; Count has none. */
  readonly aggregateField?: string;
  /** Which children count; absent: all. */
  readonly where?: JsonValue;
}

/** One allowed value of an Enum or MultiEnum; the declared order is the order they compare and sort in. */
export interface EnumValue {
  readonly value: string;
  readonly text: string;
  readonly isActive: boolean;
}

/** One field of an entity, its rules included. Members as in the definition format (`docs/definitions.md`). */
export interface Field {
  readonly id: string;
  readonly entityName: string;
  /** Also the column's name. */
  readonly name: string;
  /** What its values are; of a Computed or Rollup field the type of its results. */
  readonly type: FieldType;
  /** Stamped by the service and present on every entity. */
  readonly isSystem: boolean;
  readonly required: boolean;
  readonly unique: boolean;
  readonly readOnly: boolean;
  /** Written at insert only. */
  readonly immutable: boolean;
  /** As the definition gives it: a constant, or `Today`, `Now`, `Today+30d`, `Me`. */
  readonly default?: JsonValue;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly regex?: string;
  readonly format?: 'Email' | 'Url' | 'Phone';
  readonly caseInsensitive: boolean;
  /** Inclusive, in the field type's own text form. */
  readonly min?: string;
  readonly max?: string;
  /** Decimal only; default 18, 2. */
  readonly precision: number;
  readonly scale: number;
  readonly values: readonly EnumValue[];
  /** Lookup only: the entity looked up. */
  readonly target?: string;
  /** AutoNumber only, such as `SO-{yyyy}-{000000}`. */
  readonly pattern?: string;
  readonly computed?: Computed;
  readonly rollup?: Rollup;
  /** The same for every row of the environment (TenantId, AppId, EnvironmentId): not stored, projected. */
  readonly constant?: string;
}

/** Whether the service derives the field's value from other fields. */
export const isDerived = ({ computed, rollup }: Field): boolean => computed !== undefined || rollup !== undefined;

/** Whether a new record's value comes from its caller or the field's default. */
export const isAssigned = (field: Field): boolean =>
  !field.isSystem && field.type !== 'AutoNumber' && !isDerived(field);
