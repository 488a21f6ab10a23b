import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isArray, isObject, JsonNumber, type JsonValue } from '#core/json/json.js';
import { didYouMean, nearMiss, shortened } from '#core/nearest.js';
import { hasToken } from '#core/tokens/template.js';
import type { ValueFault } from '#automation/core/coded-actions/coded-action.js';
import {
  NotJson,
  plainOf,
  type PlainJson,
  readPlain,
  withoutNulls,
} from '#automation/core/coded-actions/plain-json.js';

/** Most characters of a schema. */
const MAX_CHARACTERS = 256 * 1024;
/** Members that need other schemas, or a validation of another kind. */
const NOT_ALONE: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef', '$id', '$anchor', '$async']);
/** Keywords that judge a value as a whole: a token inside of it may decide. */
const WHOLE = /\/(anyOf|oneOf|allOf|not|if|then|else|contains|const|enum|uniqueItems|dependentSchemas|propertyNames)$/;

const options = {
  strict: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  verbose: true,
} as const;
const quick = new Ajv2020(options);
const thorough = new Ajv2020({ ...options, allErrors: true });
for (const ajv of [quick, thorough]) formats.default(ajv);

/** A schema of what a coded action takes or gives. */
export class JsonSchema {
  readonly #accepts: ValidateFunction;
  readonly #finds: ValidateFunction;
  readonly json: object;

  /** @throws {Error} whose message says why it is no schema */
  constructor(given: unknown) {
    this.json = readSchema(given);
    this.#accepts = quick.compile(this.json);
    this.#finds = thorough.compile(this.json);
  }

  /** Members that its objects may have, of lists those of their rows; undefined where others may be there. */
  get members(): readonly string[] | undefined {
    return membersOf(this.json);
  }

  /** First fault of a value. */
  fault(value: PlainJson): ValueFault | undefined {
    const [error] = this.#accepts(value) ? [] : this.#accepts.errors!;
    return error && faultOf(error);
  }

  /**
   * An input as the schema takes it: numbers and their texts count as each other, as values of tokens may be either, and
   * null as absent where it takes no null.
   */
  taken(json: JsonValue): PlainJson {
    const value = plainOf(fitted(this.json, json));
    return this.#accepts(value) ? value : withoutNulls(value);
  }

  /** Faults of a value whose texts may have tokens, of which only the values tell whether they are right. */
  literalFaults(json: JsonValue): readonly ValueFault[] {
    const value = this.taken(json);
    const errors = this.#finds(value) ? [] : this.#finds.errors!;
    const open = errors.filter((error) => WHOLE.test(error.schemaPath) && hasTokens(at(json, error.instancePath)));
    const known = errors.filter(
      (error) =>
        !open.some(({ schemaPath }) => `${error.schemaPath}/`.startsWith(`${schemaPath}/`)) &&
        !isToken(at(json, error.instancePath)),
    );
    return [...known.map(faultOf), ...misspelt(this.json, value, '')];
  }
}

/** Copies a schema, so that nobody changes it. */
function readSchema(given: unknown): object {
  const json = readPlain(given ?? null, 'it', MAX_CHARACTERS);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new NotJson('it must be an object, such as {"type": "object", "properties": {}}');
  const found = foreignIn(json);
  if (found !== undefined) throw new NotJson(`it has ${found}: write the schema out, without references`);
  return json;
}

function foreignIn(json: PlainJson): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  if (Array.isArray(json)) return (json as readonly PlainJson[]).map(foreignIn).find((found) => found !== undefined);
  for (const [name, value] of Object.entries(json)) {
    // A member of `properties` may have any name: its value is a schema, and not a text.
    if (NOT_ALONE.has(name) && typeof value !== 'object') return name;
    const found = foreignIn(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface ObjectSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, object>>;
  readonly additionalProperties?: unknown;
  readonly patternProperties?: unknown;
  readonly items?: object;
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Makes numbers of texts, and texts of numbers, where the schema takes the one and is given the other. */
function fitted(schema: object, json: JsonValue): JsonValue {
  const { type, items = {}, properties = {} } = schema as ObjectSchema;
  if (isArray(json)) return json.map((item) => fitted(items, item));
  if (!isObject(json)) return fittedText(type, json);
  const fittedTo = (name: string, item: JsonValue): JsonValue =>
    Object.hasOwn(properties, name) ? fitted(properties[name], item) : item;
  return Object.fromEntries(Object.entries(json).map(([name, item]) => [name, fittedTo(name, item)]));
}

function fittedText(type: unknown, json: JsonValue): JsonValue {
  if (type === 'string' && json instanceof JsonNumber) return json.text;
  const isNumber = type === 'number' || type === 'integer';
  return isNumber && typeof json === 'string' && NUMBER.test(json) ? new JsonNumber(json) : json;
}

function membersOf(schema: object): readonly string[] | undefined {
  const { properties, additionalProperties = false, patternProperties, items } = schema as ObjectSchema;
  if (typeof items === 'object') return membersOf(items);
  return properties && additionalProperties === false && patternProperties === undefined
    ? Object.keys(properties)
    : undefined;
}

/** Finds members that are near misses of declared ones, where the schema does not say what else there may be. */
function* misspelt(schema: object, value: PlainJson, path: string): Generator<ValueFault> {
  const { items } = schema as ObjectSchema;
  if (Array.isArray(value)) {
    if (typeof items === 'object')
      for (const [i, item] of (value as readonly PlainJson[]).entries()) yield* misspelt(items, item, `${path}[${i}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value) as readonly [string, PlainJson][])
      yield* misspeltMember(schema, { name, item }, path);
  }
}

function* misspeltMember(
  { properties = {}, additionalProperties, patternProperties }: ObjectSchema,
  { name, item }: { readonly name: string; readonly item: PlainJson },
  path: string,
): Generator<ValueFault> {
  if (Object.hasOwn(properties, name)) return yield* misspelt(properties[name], item, `${path}.${name}`);
  const saysMore = additionalProperties !== undefined || patternProperties !== undefined;
  const known = Object.keys(properties);
  if (!saysMore && nearMiss(name, known) !== undefined) yield unknownMember(path, name, known);
}

const unknownMember = (path: string, name: string, known: readonly string[]): ValueFault => ({
  path: `${path}.${shortened(name)}`,
  message: `There is no member '${shortened(name)}'.${didYouMean(name, known)}`,
});

function faultOf({ instancePath, keyword, params, message = '', parentSchema }: ErrorObject): ValueFault {
  const path = shownPath(instancePath);
  const { additionalProperty, missingProperty, allowedValues, type } = params as Readonly<Record<string, unknown>>;
  if (keyword === 'additionalProperties')
    return unknownMember(
      path,
      String(additionalProperty),
      Object.keys((parentSchema as ObjectSchema).properties ?? {}),
    );
  if (keyword === 'required')
    return { path: `${path}.${String(missingProperty)}`, message: `${String(missingProperty)} is missing.` };
  if (keyword === 'enum') return { path, message: `It must be one of ${JSON.stringify(allowedValues).slice(1, -1)}.` };
  if (keyword === 'type') return { path, message: `It must be of the type ${String(type)}.` };
  return { path, message: `It ${message}.` };
}

const partsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const shownPath = (pointer: string): string =>
  partsOf(pointer)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${shortened(part)}`))
    .join('');

/** The value at a JSON pointer. */
const at = (json: JsonValue, pointer: string): JsonValue | undefined =>
  partsOf(pointer).reduce<JsonValue | undefined>((value, part) => {
    if (isArray(value)) return value[Number(part)];
    return isObject(value) ? value[part] : undefined;
  }, json);

const isToken = (json: JsonValue | undefined): boolean => typeof json === 'string' && hasToken(json);

function hasTokens(json: JsonValue | undefined): boolean {
  if (isArray(json)) return json.some(hasTokens);
  return isObject(json) ? Object.values(json).some(hasTokens) : isToken(json);
}
