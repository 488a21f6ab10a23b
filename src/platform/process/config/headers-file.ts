import { readFileSync } from 'node:fs';
import { isObject, type JsonValue } from '#core/json/json.js';

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
const VALUE = /^[\t\x20-\x7e]*$/;

/**
 * Reads headers for the collector, such as its token: a JSON object of texts.
 * @throws {Error} that never quotes the file's content
 */
export function readHeadersFile(path: string): Readonly<Record<string, string>> {
  const headers = parsed(readFileSync(path, 'utf8'));
  if (!isObject(headers) || !Object.entries(headers).every(isHeader))
    throw new Error('The file must hold one JSON object, header → text.');
  return headers as Readonly<Record<string, string>>;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

const isHeader = ([name, value]: [string, unknown]): boolean =>
  NAME.test(name) && typeof value === 'string' && VALUE.test(value);
