import { FIELD_TYPES, type FieldType } from './field.js';
import type { JsonValue } from '#core/json/json.js';

/** Allowed types of a parameter: all except the derived ones. */
export const PARAMETER_TYPES: readonly FieldType[] = FIELD_TYPES.filter(
  (type) => type !== 'Computed' && type !== 'Rollup',
);

/** A parameter of a definition, given in each run. */
export interface Parameter {
  readonly name: string;
  readonly type: FieldType;
  /** True if a run without a value is refused. */
  readonly required: boolean;
  /** Default of an optional parameter: a constant, or `Today`, `Now`, `Today+30d`, `Me`, as for fields. */
  readonly default?: JsonValue;
  readonly isList: boolean;
}
