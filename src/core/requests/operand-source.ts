import { JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';

/** Stands in a where-clause for a value that the tokens of a text do not have, unlike a null that its author wrote. */
export const NO_VALUE: JsonObject = Object.freeze(Object.create(null) as JsonObject);

/** Kinds of operands, in the order of their numbers from 1. */
export const OPERAND_SOURCES = ['Literal', 'Parameter', 'Field', 'Global'] as const;

/**
 * Kind of a filter's `Value`, the `ValueType` of the wire: 1 the operand itself, 2 the name of a saved query's
 * parameter, 3 the name of another field, 4 a global such as `Today`
 * (docs/interface/queries.md#value-types-and-globals).
 */
export type OperandSource = (typeof OPERAND_SOURCES)[number];

/** Parses a ValueType: its number, as JSON number or text, or its name in any letter case. */
export function parseOperandSource(json: JsonValue | undefined): OperandSource | undefined {
  const text = json instanceof JsonNumber ? json.text : typeof json === 'string' ? json.trim().toLowerCase() : '';
  return OPERAND_SOURCES.find((source, i) => text === `${i + 1}` || text === source.toLowerCase());
}
