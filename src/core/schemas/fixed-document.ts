import { inOpenApi30, OPENAPI_VERSIONS, type OpenApiVersion } from './openapi-versions.js';
import type { Schema } from './schema.js';

type Members = Readonly<Record<string, unknown>>;

/** An operation of an OpenAPI document. */
export interface DescribedOperation extends Members {
  readonly operationId: string;
  readonly parameters?: readonly (Members & { readonly name: string; readonly schema?: Schema })[];
  readonly requestBody?: Members & { readonly content: Readonly<Record<string, Members>> };
  readonly responses: Readonly<Record<string, Members>>;
}

/** Document of the routes that every environment has. */
export interface FixedDocument extends Members {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: Members & { readonly schemas: Readonly<Record<string, Schema>> };
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Drops examples, which name what another environment has. Those of refusals name nothing. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'example' && name !== 'examples')
      .map(([name, member]) => [name, name === 'application/problem+json' ? member : withoutExamples(member)]),
  );
}

/**
 * Prepares the document of the fixed routes as the frame of others: without examples, and with one component for equal
 * responses. @yields after each path and schema, so that the work can be divided into time slices
 */
export function* framing({ paths, components, ...rest }: FixedDocument): Generator<void, FixedDocument> {
  const responses = new SharedResponses();
  const framed: Record<string, FixedDocument['paths'][string]> = {};
  for (const [path, item] of Object.entries(paths)) {
    const shown = withoutExamples(item) as FixedDocument['paths'][string];
    framed[path] = mapValues(shown, (operation) => responses.shared(operation));
    yield;
  }
  const schemas: Record<string, Schema> = {};
  for (const [name, schema] of Object.entries(components.schemas)) {
    schemas[name] = withoutExamples(schema) as Schema;
    yield;
  }
  return { ...rest, paths: framed, components: { ...components, schemas, responses: responses.named() } };
}

/** Writes the document of the fixed routes. @returns pieces of the JSON text, one for each path and schema */
export function* fixedPieces(document: FixedDocument, version: OpenApiVersion): Generator<string> {
  const { paths, components, ...head } = document;
  const { schemas, ...others } = components;
  const text = (value: object): string => JSON.stringify(version === '3.0' ? inOpenApi30(value) : value);
  yield `${text({ ...head, openapi: OPENAPI_VERSIONS[version] }).slice(0, -1)},"paths":{`;
  yield* memberPieces(paths, text);
  yield `},"components":${text(others).slice(0, -1)},"schemas":{`;
  yield* memberPieces(schemas, text);
  yield '}}}';
}

function* memberPieces(members: Readonly<Record<string, object>>, text: (value: object) => string): Generator<string> {
  let separator = '';
  for (const [name, value] of Object.entries(members)) {
    yield `${separator}${JSON.stringify(name)}:${text(value)}`;
    separator = ',';
  }
}

/** Responses of operations, each once. */
class SharedResponses {
  readonly #known = new Map<string, { readonly name: string; readonly response: Members }>();

  /** Makes the responses of an operation references. */
  shared({ operationId, ...operation }: DescribedOperation): DescribedOperation {
    return {
      ...operation,
      operationId,
      responses: mapValues(operation.responses, (response, status) => {
        const key = JSON.stringify(response);
        const known = this.#known.get(key) ?? { name: `${operationId}${status}`, response };
        this.#known.set(key, known);
        return { $ref: `#/components/responses/${known.name}` };
      }),
    };
  }

  named(): Readonly<Record<string, Members>> {
    return Object.fromEntries([...this.#known.values()].map(({ name, response }) => [name, response]));
  }
}

const mapValues = <T, R>(
  members: Readonly<Record<string, T>>,
  change: (value: T, name: string) => R,
): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value, name)]));
