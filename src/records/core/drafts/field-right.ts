import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { Fault } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { mayWriteField } from '#core/rights/field-rights.js';

/** Tells whether the value of a lookup leads to a record: by an Id, a Match or the record itself. */
export const leadsToRecord = ({ type, isSystem }: Field, value: JsonValue): boolean =>
  type === 'Lookup' && !isSystem && value !== null && value !== '';

/** Fault of a value for a protected field that the caller may not write; undefined where they may. */
export function writeFault(ctx: RequestContext, field: Field, path: string): Fault | undefined {
  if (mayWriteField(ctx, field)) return undefined;
  const { entityName: EntityName, name: FieldName } = field;
  return {
    code: 'PermissionRequired',
    message: `Your roles may not write ${EntityName}.${FieldName}.`,
    fieldName: FieldName,
    path,
    params: { Kind: 'Field', EntityName, FieldName },
  };
}
