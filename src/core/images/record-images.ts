import {
  isArray,
  isObject,
  JsonNumber,
  JsonText,
  writeJson,
  type JsonObject,
  type JsonValue,
} from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import type { ImageRow } from './record-images.sql.js';

/** A record before and after one change; absent where it did not exist. */
export interface ChangeImages {
  readonly before?: JsonText;
  readonly after?: JsonText;
}

/** Images of the wanted changes of a record. */
export interface RecordImages {
  /** By position. */
  readonly changes: ReadonlyMap<string, ChangeImages>;
  /** The record as the last one of them left it; undefined when that deleted it. */
  readonly last: JsonObject | undefined;
}

/** A change as `ImageRow` has it. */
interface ImageChange {
  readonly position: string;
  readonly operation: JsonValue;
  readonly old: JsonObject;
  readonly new: JsonObject | undefined;
  /** Members that every change sets. */
  readonly stamps: JsonObject;
}

/**
 * Computes the images of a record. The log does not have who changed the record before and when: `before` of an edit lacks
 * these.
 * @param known the record as it was before the first change, where the row says that it is known
 */
export function imagesOf(row: ImageRow, known?: JsonObject): RecordImages {
  const changes = listOf(row.changes).map(changeOf);
  return known ? following(changes, known) : undone(changes, { ...objectOf(row.now), ...objectOf(row.later) });
}

/** Undoes the changes from the last one back. @param last the record after it */
function undone(changes: readonly ImageChange[], last: JsonObject): RecordImages {
  const images = new Map<string, ChangeImages>();
  let image = last;
  let left: JsonObject | undefined;
  for (const [i, change] of changes.toReversed().entries()) {
    const { position, operation, old } = change;
    const after = operation === 'Create' ? (change.new ?? image) : { ...image, ...change.stamps };
    image = operation === 'Delete' ? old : { ...image, ...old };
    images.set(position, imagesOfOne(change, image, after));
    if (i === 0 && operation !== 'Delete') left = after;
  }
  return { changes: images, last: left };
}

/** Repeats the changes from the first one on. @param first the record before it */
function following(changes: readonly ImageChange[], first: JsonObject): RecordImages {
  const images = new Map<string, ChangeImages>();
  let image: JsonObject | undefined = first;
  for (const change of changes) {
    const { position, operation, old } = change;
    const before: JsonObject = operation === 'Delete' ? old : { ...image, ...old };
    const after: JsonObject =
      operation === 'Create' ? { ...change.new } : { ...image, ...change.new, ...change.stamps };
    images.set(position, imagesOfOne(change, before, after));
    image = operation === 'Delete' ? undefined : after;
  }
  return { changes: images, last: image };
}

function imagesOfOne({ operation, stamps }: ImageChange, before: JsonObject, after: JsonObject): ChangeImages {
  if (operation === 'Create') return { after: textOf(after) };
  if (operation === 'Delete') return { before: textOf(before) };
  return { before: textOf(beforeEdit(before, stamps.RowVersion)), after: textOf(after) };
}

const textOf = (image: JsonObject): JsonText => new JsonText(writeJson(image));

/** An edit counts the version up by one. */
function beforeEdit({ UpdatedBy: _by, UpdatedOn: _on, ...image }: JsonObject, version: JsonValue): JsonObject {
  const before = version instanceof JsonNumber ? String(BigInt(version.text) - 1n) : undefined;
  return before === undefined ? image : { ...image, RowVersion: new JsonNumber(before) };
}

function changeOf(json: JsonValue): ImageChange {
  const [position, operation, old, changed, RowVersion, UpdatedBy, UpdatedOn] = isArray(json) ? json : [];
  return {
    position: typeof position === 'string' ? position : '',
    operation,
    old: isObject(old) ? old : {},
    new: isObject(changed) ? changed : undefined,
    stamps: { RowVersion, UpdatedBy, UpdatedOn },
  };
}

const objectOf = (text: string | null): JsonObject => {
  const json = text === null ? null : readJson(text);
  return isObject(json) ? json : {};
};

const listOf = (text: string | null): readonly JsonValue[] => {
  const json = text === null ? null : readJson(text);
  return isArray(json) ? json : [];
};
