import type { Entity } from '#core/catalogue/entity.js';
import { JsonNumber, type JsonObject } from '#core/json/json.js';

/** Leaves of an image the fields that the entity has now, in their order. @param version of the record */
export function imageOf({ fields }: Entity, image: JsonObject, version: string): JsonObject {
  const values = [...fields.values()].map(({ name }) => [name, image[name] ?? null] as const);
  return { ...Object.fromEntries(values), RowVersion: new JsonNumber(version) };
}
