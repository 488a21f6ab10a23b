import type { Entity } from '#core/catalogue/entity.js';
import { DomainError } from '#core/errors.js';
import { isArray, type JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import type { Value } from '#core/fields/value-type.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { SortKey } from './select-plan.js';
import { isNullable, sortShape } from './sort.js';

/** Version of the format, the first character of every cursor. */
const FORMAT = '1';
const CURSOR = /^1([0-9a-z]{7})(\[.*\])$/s;

/** FNV-1a hash over UTF-16 units, 32 bits, against mistakes; a forged cursor selects no more than a filter could. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, '0');
}

const sumOf = (entity: Entity, sort: readonly SortKey[], keys: string): string =>
  checksum(`${entity.name} ${sortShape(sort)} ${keys}`);

/**
 * Encodes the position after a row as opaque text for queries of this entity in this order.
 * @param keys sort keys of the row as the text of a JSON array.
 */
export const formatPageCursor = (entity: Entity, sort: readonly SortKey[], keys: string): string =>
  Buffer.from(FORMAT + sumOf(entity, sort, keys) + keys).toString('base64url');

/**
 * Decodes the sort keys in a cursor and checks each by its field's type.
 * @returns `undefined` if the cursor is not one of this entity in this order.
 */
export function parsePageCursor(
  entity: Entity,
  sort: readonly SortKey[],
  cursor: string,
): readonly Value[] | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Buffer skips characters outside base64url; such a cursor is refused.
  if (bytes.toString('base64url') !== cursor) return undefined;
  const [, sum, keys] = CURSOR.exec(bytes.toString('utf8')) ?? [];
  if (keys === undefined || sum !== sumOf(entity, sort, keys)) return undefined;
  const values = jsonIn(keys);
  if (!isArray(values) || values.length !== sort.length) return undefined;
  const parsed = sort.map((key, i) => valueIn(key, values[i]));
  return parsed.every((value) => value !== undefined) ? parsed : undefined;
}

function jsonIn(text: string): JsonValue | undefined {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function valueIn(key: SortKey, json: JsonValue): Value | undefined {
  if (json === null) return isNullable(key) ? null : undefined;
  const { field } = key.path;
  const parsed = valueTypeOf(field).parse(json, field);
  return parsed.ok ? parsed.value : undefined;
}
