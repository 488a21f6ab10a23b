import { readJson } from '#core/json/read-json.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import { WrongUsage } from './command-line.js';

/**
 * Reads assignments such as `TimeZone=Europe/Berlin` or `ErrorsAsHttp200=true`. A value is JSON, or else text; without a
 * value the setting has its default.
 * @throws {WrongUsage}
 */
export function assignedSettings(texts: readonly string[]): JsonObject {
  const assigned = texts.map((text): readonly [string, JsonValue] => {
    const end = text.indexOf('=');
    if (end < 1) throw new WrongUsage(`'${text}' must be <setting>=<value>.`);
    return [text.slice(0, end), valueOf(text.slice(end + 1))];
  });
  const names = assigned.map(([name]) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new WrongUsage(`${twice} is given twice.`);
  return Object.fromEntries(assigned);
}

function valueOf(text: string): JsonValue {
  if (text === '') return null;
  try {
    return readJson(text);
  } catch {
    return text;
  }
}
