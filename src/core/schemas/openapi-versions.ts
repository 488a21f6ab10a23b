/** Versions of the OpenAPI specification in which descriptions are served, by the value of `version`. */
export const OPENAPI_VERSIONS = { '3.1': '3.1.0', '3.0': '3.0.3' } as const;
export type OpenApiVersion = keyof typeof OPENAPI_VERSIONS;

type Json = unknown;
type JsonMembers = Readonly<Record<string, Json>>;

const isMembers = (value: Json): value is JsonMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members of schemas and of parts of documents whose members are schemas by free names. */
const SCHEMAS_BY_NAME = new Set(['properties', 'schemas']);
/** Members whose content is data. */
const DATA = new Set(['example', 'examples', 'enum', 'required', 'const']);

/**
 * Rewrites a part of an OpenAPI 3.1 document for OpenAPI 3.0, in forms that generators for it understand: null is
 * `nullable`, a value of several types has the first one, and a union of several schemas is any value.
 */
export function inOpenApi30<T>(part: T): T {
  if (Array.isArray(part)) return part.map(inOpenApi30) as T;
  if (!isMembers(part)) return part;
  return narrowed(mapMembers(part, (name, value) => rewritten(name, value))) as T;
}

function rewritten(name: string, value: Json): Json {
  if (DATA.has(name)) return value;
  return SCHEMAS_BY_NAME.has(name) && isMembers(value)
    ? mapMembers(value, (_, each) => inOpenApi30(each))
    : inOpenApi30(value);
}

const mapMembers = (members: JsonMembers, change: (name: string, value: Json) => Json): JsonMembers =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(name, value)]));

const isNull = (schema: Json): boolean =>
  isMembers(schema) && schema.nullable === true && Object.keys(schema).length === 1;

function narrowed(schema: JsonMembers): JsonMembers {
  return narrowedUnion(narrowedType(schema));
}

function narrowedType({ type, const: fixed, ...schema }: JsonMembers): JsonMembers {
  const named = fixed === undefined ? schema : { ...schema, enum: [fixed] };
  if (type === 'null') return { ...named, nullable: true };
  if (!Array.isArray(type)) return type === undefined ? named : { type, ...named };
  return {
    type: type.find((each) => each !== 'null') as unknown,
    ...named,
    ...(type.includes('null') && { nullable: true }),
  };
}

/** A union of one schema and null refers to that schema; a union of more has no type, and may be null. */
function narrowedUnion({ anyOf, oneOf, ...schema }: JsonMembers): JsonMembers {
  const union = anyOf ?? oneOf;
  if (!Array.isArray(union)) return schema;
  const members: readonly Json[] = union.filter((each) => !isNull(each));
  const nullable = members.length < union.length ? { nullable: true } : {};
  const [only] = members;
  if (members.length !== 1 || !isMembers(only)) return { ...schema, ...nullable };
  return only.$ref === undefined ? { ...only, ...schema, ...nullable } : { ...schema, allOf: [only], ...nullable };
}
