import type { JsonValue } from '#core/json/json.js';
import type { Labels } from './labels.js';

/** Types of field values. */
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

/** Forms that a text field can demand. */
export const FORMATS = ['Email', 'Url', 'Phone', 'Language', 'TimeZone'] as const;
export type TextFormat = (typeof FORMATS)[number];

/** Protection of a field's values, from callers without a right of their own: none, shown masked, or not shown. */
export const PROTECTIONS = ['None', 'Masked', 'Hidden'] as const;
/** Parts of a text that its mask shows: the last four characters, the first, the first and the domain, or none. */
export const MASKS = ['Last4', 'First1', 'Email', 'All'] as const;
export type Mask = (typeof MASKS)[number];

/** Field types of a definition; the value type of a Computed or Rollup field follows from its other members. */
export const FIELD_TYPES = [...VALUE_TYPES, 'Computed', 'Rollup'] as const;

/** Source of a Computed field: an expression over other fields of the same row. */
export interface Computed {
  readonly expression: string;
  /** Type as written in the definition. */
  readonly resultType: string;
}

export const ROLLUP_FUNCTIONS = ['Count', 'Sum', 'Avg', 'Min', 'Max'] as const;
export type RollupFunction = (typeof ROLLUP_FUNCTIONS)[number];

/** Source of a Rollup field: the live children of a relation. */
export interface Rollup {
  /** Name of a relation whose parent is the field's entity. */
  readonly relation: string;
  readonly function: RollupFunction;
  /** Field of the children to aggregate; absent for Count. */
  readonly aggregateField?: string;
  /** Filter on the children; absent: all. */
  readonly where?: JsonValue;
}

/** An allowed value of an Enum or MultiEnum; values compare and sort in their declared order. */
export interface EnumValue {
  readonly value: string;
  readonly text: string;
  readonly isActive: boolean;
  /** With `text` as its own label. */
  readonly labels?: Labels;
}

/** A field of an entity with its rules; members as in a definition (docs/definitions.md#members-of-each-kind). */
export interface Field {
  readonly id: string;
  readonly entityName: string;
  /** Also the column's name. */
  readonly name: string;
  readonly description?: string;
  readonly labels?: Labels;
  /** Type of the values; for a Computed or Rollup field the type of its results. */
  readonly type: FieldType;
  /** Set by the service and present on every entity. */
  readonly isSystem: boolean;
  readonly required: boolean;
  readonly unique: boolean;
  readonly readOnly: boolean;
  /** Can be set by an insert only. */
  readonly immutable: boolean;
  /** Default as written in the definition: a constant, or `Today`, `Now`, `Today+30d`, `Me`. */
  readonly default?: JsonValue;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly regex?: string;
  readonly format?: TextFormat;
  readonly caseInsensitive: boolean;
  /** Inclusive, in the field type's own text form. */
  readonly min?: string;
  readonly max?: string;
  /** Decimal only; default 18, 2. */
  readonly precision: number;
  readonly scale: number;
  readonly values: readonly EnumValue[];
  /** Enum only: callers may also give the position of a value, from 1. */
  readonly isNumbered?: boolean;
  /** Enum only: an index compares it by rank, so equality does, too. */
  readonly isRanked?: boolean;
  /** Lookup only: name of the target entity. */
  readonly target?: string;
  /** Lookup only: has neither foreign key nor relation; the target may be deleted while records name it. */
  readonly unconstrained?: boolean;
  /** Lookup only: a before-commit hook checks the target, so there is neither foreign key nor check of the caller's rights. */
  readonly unchecked?: boolean;
  /** Text only: name of a lookup to an entity, of which this is the name; callers may give either. */
  readonly namesEntityOf?: string;
  /** AutoNumber only, such as `SO-{yyyy}-{000000}`. */
  readonly pattern?: string;
  readonly computed?: Computed;
  readonly rollup?: Rollup;
  /** Values that callers without a right of their own see; absent: all (docs/interface/access.md#fields). */
  readonly protection?: 'Masked' | 'Hidden';
  /** How masked values are shown; absent where they cannot be masked. */
  readonly mask?: Mask;
  /** Value shared by every row of the environment (TenantId, AppId, EnvironmentId): projected, not stored. */
  readonly constant?: string;
}

/** Tells whether the service derives the field's value from other fields. */
export const isDerived = ({ computed, rollup }: Field): boolean => computed !== undefined || rollup !== undefined;

/** Tells whether a new record takes the value from its caller or from the field's default. */
export const isAssigned = (field: Field): boolean =>
  !field.isSystem && field.type !== 'AutoNumber' && !isDerived(field);
