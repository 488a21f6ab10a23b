import { maySet, scopeOf } from '#core/rights/access.js';
import { fieldReadOf, mayWriteField } from '#core/rights/field-rights.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { isWritable } from '#core/catalogue/writable.js';
import type { RequestContext } from '#core/context/context.js';
import { insertRefusal, updateRefusal } from '#records/core/drafts/system-field.js';
import { OPERATIONS } from '#core/catalogue/scope.js';

/** Tells whether the caller may know the entity: they have some access, or every member reads some of its fields. */
export const isKnown = (ctx: RequestContext, entity: Entity): boolean =>
  entity.publicFields.size > 0 || OPERATIONS.some((operation) => scopeOf(ctx, entity, operation) !== 'None');

/** Tells whether some insert by the caller may set the field. */
export function mayCreateField(ctx: RequestContext, entity: Entity, field: Field): boolean {
  const mayCreate = scopeOf(ctx, entity, 'create') !== 'None' || entity.unscopedCreate !== undefined;
  if (!mayCreate || !isWritable(entity, 'create')) return false;
  if (field.name === 'StatusId') return entity.lifecycle !== undefined;
  return insertRefusal(field) === undefined && mayWriteField(ctx, field);
}

/** Tells whether some update by the caller may set the field. */
export const mayUpdateField = (ctx: RequestContext, entity: Entity, field: Field): boolean =>
  scopeOf(ctx, entity, 'update') !== 'None' &&
  isWritable(entity, 'update') &&
  updateRefusal(field) === undefined &&
  !field.immutable &&
  maySet(ctx, entity, field.name) &&
  mayWriteField(ctx, field);

/** Lists the fields that the caller may know: all with read access, otherwise public ones and those they may set. */
export const knownFields = (ctx: RequestContext, entity: Entity): readonly Field[] =>
  [...entity.fields.values()].filter(
    (field) =>
      (scopeOf(ctx, entity, 'read') !== 'None' && fieldReadOf(ctx, field) !== 'None') ||
      entity.publicFields.has(field.name) ||
      mayCreateField(ctx, entity, field) ||
      mayUpdateField(ctx, entity, field),
  );
