import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { Fault } from '#core/errors.js';
import { fieldReadOf } from '#core/rights/field-rights.js';
import type { FieldPath } from './field-path.js';

/** Place of a field in a request: its values are shown, or something follows from them, such as an order or a filter. */
export type FieldUse = 'shown' | 'used';

/**
 * Fault of a field that stands in a caller's request without the right to it. Whatever follows from values tells them, so
 * that anything but showing needs the right to all of them.
 * @param at path of the field in the request
 * @returns undefined where the caller may use it
 */
export function useFault(ctx: RequestContext, path: FieldPath, at: string, use: FieldUse): Fault | undefined {
  const isOpen = (field: Field): boolean => fieldReadOf(ctx, field) === 'Full';
  const closed =
    path.steps.find((step) => !isOpen(step)) ??
    (isOpen(path.field) || (use === 'shown' && fieldReadOf(ctx, path.field) === 'Masked') ? undefined : path.field);
  if (!closed) return undefined;
  const { entityName: EntityName, name: FieldName } = closed;
  const masked = fieldReadOf(ctx, closed) === 'Masked' ? ' You see it masked: it can be selected, nothing else.' : '';
  return {
    code: 'PermissionRequired',
    message: `You have no right to use the values of ${EntityName}.${FieldName} here.${masked}`,
    fieldName: path.name,
    path: at,
    params: { Kind: 'Field', EntityName, FieldName },
  };
}
