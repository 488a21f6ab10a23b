import { violatedFields } from '#core/catalogue/constraint-names.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { Fault } from '#core/errors.js';
import { fieldReadOf } from '#core/rights/field-rights.js';

/** Table and name of the constraint that refused a write. */
interface Violation {
  readonly table: string | undefined;
  readonly constraint: string | undefined;
}

/** Builds the message of a Conflict; it names the fields, never the other record. */
export const clashMessage = (names: readonly string[]): string =>
  `Another record already has this value of ${names.join(' + ')}.`;

/** Message of a Conflict, and the first field of the rule; neither names fields whose values the caller does not read. */
export function clashOfKey(
  ctx: Pick<RequestContext, 'principal'>,
  key: readonly Field[],
): { readonly message: string; readonly fieldName?: string } {
  if (!key.every((field) => fieldReadOf(ctx, field) === 'Full'))
    return { message: 'Another record already has these values.' };
  return { message: clashMessage(key.map(({ name }) => name)), fieldName: key[0].name };
}

/** Builds the message of a Conflict with a deleted record, which still has values that are never used again. */
const deletedMessage = (names: readonly string[]): string =>
  `A deleted record has this value of ${names.join(' + ')}. Give another one; or restore or purge that record, which ` +
  'Administrators find with IncludeDeleted.';

/** True for unique rules that hold among deleted records too. */
const holdsDeleted = (entity: Entity, names: readonly string[]): boolean =>
  names.some((name) => KEPT.has(name) || entity.fields.get(name.toLowerCase())?.type === 'AutoNumber');

const KEPT: ReadonlySet<string> = new Set(['Id', 'RecordInformationId']);

/**
 * Translates a violated unique constraint into a Conflict; `undefined` for other constraints. The entity is found by
 * the table, because a write also stores records of entities that its caller does not name (lookups, derived owners).
 * @param isFree true if no live record has the values
 */
export function clashFault(
  ctx: Pick<RequestContext, 'catalogue' | 'principal'>,
  { table, constraint }: Violation,
  isFree = false,
): Fault | undefined {
  const entity = table === undefined ? undefined : ctx.catalogue.find(table);
  const names = entity && constraint !== undefined ? violatedFields(entity, constraint) : undefined;
  if (!names) return undefined;
  const clash = clashOfKey(
    ctx,
    names.map((name) => entity!.fields.get(name.toLowerCase())!),
  );
  const message = isFree && clash.fieldName !== undefined && holdsDeleted(entity!, names) && deletedMessage(names);
  return { code: 'Conflict', path: 'Fields', ...clash, ...(message && { message }) };
}
