import type { Field } from '../catalogue/field.js';
import type { JsonValue } from '../json/json.js';
import { Sql } from '../sql/sql.js';

/**
 * A field's value inside the service, exact: text for everything that has digits, letters or a date; boolean for Bool;
 * an array of names for MultiEnum; JSON text for Json. `null` is no value.
 */
export type Value = string | boolean | readonly string[] | null;

/** The outcome of reading a caller's JSON as a type: a value, or the reason why not. */
export type Parsed = { readonly ok: true; readonly value: Exclude<Value, null> } | Refused;

/** Why a caller's JSON is not taken. */
export interface Refused {
  readonly ok: false;
  /** What would have been right, as the end of a sentence: `a whole number`. */
  readonly expected: string;
  /** The member of the field's definition that is broken (`Scale`, `Values` …), where the JSON is of the type as such. */
  readonly rule?: string;
}

export const parsed = (value: Exclude<Value, null>): Parsed => ({ ok: true, value });
export const refused = (expected: string, rule?: string): Refused => ({ ok: false, expected, rule });

/** A field rule a value breaks, as a sentence for a person. */
export interface BrokenRule {
  /** `MaxLength`, `Regex`, `Min` …: the member of the field's definition. */
  readonly rule: string;
  readonly message: string;
}

/** How values of a type compare: decides which filter operators have a meaning. */
export type Family = 'text' | 'number' | 'time' | 'bool' | 'id' | 'enum' | 'set' | 'json';

/** Everything the service knows about one field type; one file each. */
export interface ValueType {
  readonly family: Family;
  /** Reads a caller's JSON, `null` excluded, by the field's type and not by the JSON's (contract §1). */
  parse(raw: JsonValue, field: Field): Parsed;
  /** The field's own rules (length, range, regex, format, inactive enum value) that a parsed value breaks. */
  check(value: Exclude<Value, null>, field: Field): readonly BrokenRule[];
  /** The column's type, such as `numeric(14,2)`. */
  columnType(field: Field): string;
  /** The type a filter's operand is cast to, such as `numeric`. */
  operandType(field: Field): string;
  /** JSON text of a stored value as an SQL text expression; null stays null. */
  toJson(column: Sql, field: Field): Sql;
  /** The expression that equality, comparison and ordering use, for a column and for an operand alike. */
  comparable(expression: Sql, field: Field): Sql;
  /** A value as JSON for `json_to_recordset`. */
  encode(value: Exclude<Value, null>): string;
  /** JSON Schema of the value on the wire. */
  schema(field: Field): Readonly<Record<string, unknown>>;
}

/** What most types have in common: no rules of their own, compared as they are, JSON of the value itself. */
export const PLAIN = {
  check: () => [],
  comparable: (expression) => expression,
  encode: (value) => JSON.stringify(value),
} as const satisfies Partial<ValueType>;
