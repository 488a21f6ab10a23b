import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { gathered, type Steps } from '#core/steps.js';

/** Texts of all members `ToUser` inside definitions: UserNames, ids and tokens. */
export function* namedUsers(records: readonly JsonObject[]): Steps<readonly string[]> {
  return [...new Set(yield* gathered(records, receiversIn))];
}

function* receiversIn(json: JsonValue): Generator<string> {
  if (isArray(json)) for (const item of json) yield* receiversIn(item);
  if (!isObject(json)) return;
  for (const [name, item] of Object.entries(json)) {
    if (name === 'ToUser' && typeof item === 'string') yield item;
    else yield* receiversIn(item);
  }
}
