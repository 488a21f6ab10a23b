import type { Entity } from '#core/catalogue/entity.js';
import type { HttpHook } from '#core/catalogue/http-hook.js';
import { SERVICE_TYPES } from '#core/fields/service-types.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { RecordImage } from '#core/fields/record-image.js';
import type { Value } from '#core/fields/value-type.js';
import { JsonNumber, JsonText, type JsonValue, writeMembers } from '#core/json/json.js';

/** A record of a write as a hook sees it. */
export interface SeenRecord {
  /** After image; absent on a delete. */
  readonly record?: RecordImage;
  /** Before image; absent on an insert. */
  readonly old?: RecordImage;
  readonly assigned: ReadonlySet<string>;
}

/** Writes the members of a record that is sent to a hook, but for its `Index`. @param path its place in the request */
export const sentRecord = (content: string, path: string): string => `"Path":${JSON.stringify(path)},${content}`;

/** Writes the members of a record that is sent to a hook, but for its places in the call and in the request. */
export function sentContent(entity: Entity, hook: HttpHook, { record, old, assigned }: SeenRecord): string {
  const image = (of: RecordImage | undefined): JsonText | undefined =>
    of && new JsonText(writeMembers(sentFields(entity, hook, of)));
  const known = (record ?? old)!;
  const text = writeMembers({
    Id: known.Id,
    RowVersion: old ? jsonOf(entity, 'RowVersion', old.RowVersion) : null,
    New: image(record) ?? null,
    Old: image(old),
    Assigned: [...assigned],
  });
  return text.slice(1);
}

function sentFields(
  entity: Entity,
  { sendFields }: HttpHook,
  image: RecordImage,
): Readonly<Record<string, JsonValue | JsonText>> {
  const sent: Record<string, JsonValue | JsonText> = {};
  for (const [name, value] of Object.entries(image)) {
    const field = entity.fields.get(name.toLowerCase());
    if (!field || SERVICE_TYPES.has(field.type) || name === 'Id' || name === 'RowVersion') continue;
    if (sendFields && !sendFields.has(name.toLowerCase())) continue;
    sent[name] = jsonOf(entity, name, value);
  }
  return sent;
}

/** Writes a value as answers do: numbers by their digits, the text of a Json field as a document. */
function jsonOf(entity: Entity, name: string, value: Value): JsonValue | JsonText {
  const field = entity.fields.get(name.toLowerCase())!;
  if (typeof value !== 'string') return value;
  if (field.type === 'Json') return new JsonText(value);
  return valueTypeOf(field).family === 'number' ? new JsonNumber(value) : value;
}

/** Members of a call besides its records. */
export interface HookRequestHead {
  readonly eventId: string;
  readonly event: string;
  readonly dryRun: boolean;
  readonly entityName: string;
  readonly correlationId: string;
  readonly caller: Readonly<Record<string, JsonValue>>;
}

/** Writes the body of one call. @param records as `sentRecord` writes them, in the order of their `Index` */
export function hookRequest(head: HookRequestHead, records: readonly string[]): string {
  const parts = records.map((text, index) => `{"Index":${index},${text}`);
  return writeMembers({
    EventId: head.eventId,
    Event: head.event,
    DryRun: head.dryRun,
    EntityName: head.entityName,
    Caller: head.caller,
    CorrelationId: head.correlationId,
    Records: new JsonText(`[${parts.join(',')}]`),
  });
}
