import type { JsonValue } from '../json/json.js';

export const FIELD_TYPES = [
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
  'Computed',
  'Rollup',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

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
  /** The same for every row of the environment (TenantId, AppId, EnvironmentId): not stored, projected. */
  readonly constant?: string;
}
