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
 * Schema of an object. Members keep their names whatever these are, `__proto__` included.
 * @param required names of the members that must be present
 */
export const objectSchema = (
  members: Iterable<readonly [name: string, schema: Schema]>,
  required: readonly string[] = [],
): Schema => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties: Object.fromEntries(members),
});
