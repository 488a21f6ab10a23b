import type { Field } from '#core/catalogue/field.js';
import type { JsonValue } from '#core/json/json.js';
import { Sql } from '#core/sql/sql.js';
import type { PatternWork } from '#core/values/bounded-pattern.js';

/**
 * Exact value of a field inside the service: text for numbers, texts, dates and ids; boolean for Bool; an array of
 * names for MultiEnum; JSON text for Json. `null` means no value.
 */
export type Value = string | boolean | readonly string[] | null;

/** Result of parsing a caller's JSON: a value or a refusal. */
export type Parsed = { readonly ok: true; readonly value: Exclude<Value, null> } | Refused;

/** Reason why a caller's JSON is refused. */
export interface Refused {
  readonly ok: false;
  /** Expected values, as the end of a sentence: `a whole number`. */
  readonly expected: string;
  /** Violated member of the field's definition (`Scale`, `Values` …), if the JSON is of the right type. */
  readonly rule?: string;
}

export const parsed = (value: Exclude<Value, null>): Parsed => ({ ok: true, value });
export const refused = (expected: string, rule?: string): Refused => ({ ok: false, expected, rule });

/** A field rule that a value breaks, with a message for users. */
export interface BrokenRule {
  /** Member of the field's definition: `MaxLength`, `Regex`, `Min` … */
  readonly rule: string;
  readonly message: string;
}

/** Family of a type, which determines its filter operators. */
export type Family = 'text' | 'number' | 'time' | 'bool' | 'id' | 'enum' | 'set' | 'json';

/** Behaviour of one field type. */
export interface ValueType {
  readonly family: Family;
  /** Parses a caller's JSON, `null` excluded, by the field's type (docs/interface/conventions.md#values-by-type). */
  parse(raw: JsonValue, field: Field): Parsed;
  /**
   * Lists the field's own rules (length, range, regex, format, inactive enum value) that a parsed value breaks.
   * @param work counts the work of patterns, and limits that of several values
   */
  check(value: Exclude<Value, null>, field: Field, work?: PatternWork): readonly BrokenRule[];
  /** Returns the column's type, such as `numeric(14,2)`. */
  columnType(field: Field): string;
  /** Returns the type to which a filter's operand is cast, such as `numeric`. */
  operandType(field: Field): string;
  /** Renders the JSON text of a stored value as an SQL text expression; null stays null. */
  toJson(column: Sql, field: Field): Sql;
  /** Renders the expression for equality, comparison and ordering, of columns and operands. */
  comparable(expression: Sql, field: Field): Sql;
  /** Encodes a value as JSON for `json_to_recordset`. */
  encode(value: Exclude<Value, null>): string;
  /** Returns the JSON Schema of the value on the wire. */
  schema(field: Field): Readonly<Record<string, unknown>>;
}

/** Default behaviour: no rules, compared without conversion, encoded as JSON of the value itself. */
export const PLAIN = {
  check: () => [],
  comparable: (expression) => expression,
  encode: (value) => JSON.stringify(value),
} as const satisfies Partial<ValueType>;
