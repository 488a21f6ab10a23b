import type { Entity } from '#core/catalogue/entity.js';
import type { Fault } from '#core/errors.js';
import { isArray, isObject, type JsonValue } from '#core/json/json.js';

/**
 * Finds tokens whose values are objects where a write would take these for nested records: values are data and must not
 * decide what is written. Json fields of the record take them.
 * @param given `Fields` with its tokens
 * @param resolved the same with their values
 */
export function* tokenObjectFaults(entity: Entity, given: JsonValue, resolved: JsonValue): Generator<Fault> {
  if (!isArray(given) || !isArray(resolved)) return;
  for (const [i, item] of given.entries())
    if (!isOfJson(entity, item)) yield* objectsIn(valueOf(item), valueOf(resolved[i]), `Fields[${i}].Value`);
}

const valueOf = (item: JsonValue): JsonValue => (isObject(item) ? (item.Value ?? null) : null);

function isOfJson({ fields }: Entity, item: JsonValue): boolean {
  const name = isObject(item) ? item.FieldName : undefined;
  return typeof name === 'string' && fields.get(name.toLowerCase())?.type === 'Json';
}

function* objectsIn(given: JsonValue, resolved: JsonValue, path: string): Generator<Fault> {
  if (typeof given === 'string') {
    if (hasObject(resolved))
      yield { code: 'Validation', message: `${path}: ${given} is an object, which only a Json field takes.`, path };
  } else if (isArray(given) && isArray(resolved)) {
    for (const [i, item] of given.entries()) yield* objectsIn(item, resolved[i], `${path}[${i}]`);
  } else if (isObject(given) && isObject(resolved)) {
    for (const [name, item] of Object.entries(given)) yield* objectsIn(item, resolved[name], `${path}.${name}`);
  }
}

const hasObject = (json: JsonValue): boolean => (isArray(json) ? json.some(hasObject) : isObject(json));
