import { visible } from '#core/nearest.js';
import { ComponentNames, identifierOf, namePart } from './component-names.js';

/** JSON Schema of OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

/** A schema with its name among the components of a document. */
export type NamedSchema = readonly [name: string, schema: Schema];

export const UUID_SCHEMA: Schema = { type: 'string', format: 'uuid' };

/** Object of any members. */
export const OPEN_OBJECT: Schema = { type: 'object', additionalProperties: true };

/** Creates a reference to a component. */
export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Widens a schema by null. */
export function orNull(schema: Schema): Schema {
  const { type, anyOf, enum: values } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as readonly Schema[]), { type: 'null' }] };
  if (schema.$ref !== undefined) return { anyOf: [schema, { type: 'null' }] };
  if (type === undefined) return schema;
  return { ...schema, type: [type, 'null'].flat(), ...(Array.isArray(values) && { enum: [...values, null] }) };
}

/**
 * Schema of an object. Members that programs cannot name, such as `$ref` or `from / to`, and those that would have the
 * same name there, are allowed beside the described ones.
 * @param required names of the members that must be present
 */
export function objectSchema(
  members: Iterable<readonly [name: string, schema: Schema]>,
  required: readonly string[] = [],
): Schema {
  const described = new Map<string, readonly [name: string, schema: Schema]>();
  const left = new Set<string>();
  for (const member of members) {
    const key = identifierOf(member[0])?.toLowerCase();
    if (key === undefined || described.has(key)) left.add(member[0]);
    else described.set(key, member);
  }
  const demanded = required.filter((name) => !left.has(name));
  return {
    type: 'object',
    ...(demanded.length > 0 && { required: demanded }),
    properties: Object.fromEntries(described.values()),
    ...(left.size > 0 && { additionalProperties: true, description: `Has also: ${visible([...left].join(', '))}.` }),
  };
}

/** Schema of one of several texts, with names for programs where those made of the texts would be the same. */
export function enumSchema(values: readonly string[]): Schema {
  const schema = { type: 'string', enum: values };
  if (new Set(values.map(wordsOf)).size === values.length) return schema;
  const taken = new ComponentNames([]);
  const names = values.map((value) => taken.take(identifierOf(value) ?? `Value${namePart(value)}`));
  return { ...schema, 'x-enum-varnames': names, 'x-enumNames': names };
}

/** Most letters of a text that generators keep. */
const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, '_')
    .replace(/^_/, '');
