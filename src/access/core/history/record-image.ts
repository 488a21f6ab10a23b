import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { seenFields } from '#core/rights/field-rights.js';
import { JsonNumber, type JsonObject } from '#core/json/json.js';

/**
 * Leaves of an image the fields that the entity has now and the caller sees, in their order.
 * @param image with masked values where the caller sees these
 * @param version of the record
 */
export function imageOf(ctx: RequestContext, entity: Entity, image: JsonObject, version: string): JsonObject {
  const values = seenFields(ctx, entity).map(({ name }) => [name, image[name] ?? null] as const);
  return { ...Object.fromEntries(values), RowVersion: new JsonNumber(version) };
}
