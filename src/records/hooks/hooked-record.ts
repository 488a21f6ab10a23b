import type { Entity, HookEvent } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import type { Fault } from '#core/errors.js';
import type { RecordImage } from '#core/fields/record-image.js';
import { JsonNumber, type JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { isSettable } from '#core/fields/service-types.js';
import { checkValue } from '#core/fields/field-rules.js';
import type { Value } from '#core/fields/value-type.js';
import type { Transaction } from '#platform/database/transaction.js';
import type { ReadImages } from './read-images.repository.js';
import type { BeforeUpdate, HookCaller, Refusal } from './record-hook.js';

/** One event of one entity in a write. */
export interface HookCall {
  readonly ctx: RequestContext;
  readonly entity: Entity;
  readonly event: HookEvent;
  readonly tx: Transaction;
  /** Faults of all hooks; the caller throws them. */
  readonly faults: Fault[];
}

/** One record of a write, with what its hooks set. */
export interface HookedRecord {
  /** The record as it will be stored or was stored; of a delete the record as it is or was. */
  record: RecordImage;
  /** The record before an update. */
  readonly old?: RecordImage;
  readonly assigned: ReadonlySet<string>;
  /** Values that hooks set, by field name. */
  readonly sets: Map<string, Value>;
  /** Location in the request of a fault of this record. */
  place(fieldName: string | undefined): Partial<Fault>;
}

const EMPTY_RECORD: RecordImage = Object.freeze({});

/** A hook's value as JSON: a number by its digits, the text of a Json field as a document. */
function jsonOf(value: Value | number, isJson: boolean): JsonValue {
  if (typeof value === 'number') return new JsonNumber(String(value));
  return isJson && typeof value === 'string' ? readJson(value) : value;
}

/**
 * Argument of a hook for one record. It has the members of every event; its type shows those of the hook's own event.
 * Its functions are arrow functions, so that a hook may destructure them: `({ record, refuse }) => …`.
 */
export class HookView implements BeforeUpdate {
  readonly entityName: string;
  readonly assigned: ReadonlySet<string>;
  readonly old: RecordImage;
  readonly caller: HookCaller;
  readonly at: Date;
  readonly correlationId: string;

  constructor(
    private readonly call: HookCall,
    private readonly subject: HookedRecord,
    private readonly hookName: string,
    private readonly images: ReadImages,
    readonly signal: AbortSignal,
  ) {
    const { ctx, entity } = call;
    this.entityName = entity.name;
    this.assigned = subject.assigned;
    this.old = subject.old ?? EMPTY_RECORD;
    this.caller = callerOf(ctx);
    this.at = new Date(ctx.at);
    this.correlationId = ctx.correlationId;
  }

  get record(): RecordImage {
    return this.subject.record;
  }

  readonly refuse = (refusal: Refusal): void => refuseRecord(this.call, this.subject, refusal);

  readonly find = (entityName: string, where?: JsonValue): Promise<readonly RecordImage[]> =>
    this.images.where(this.call.ctx, entityName, where, this.call.tx);

  readonly set = (fieldName: string, value: Value | number): void => {
    const { entity, event } = this.call;
    if (event !== 'BeforeInsert' && event !== 'BeforeUpdate') throw new Error(`${event} can set nothing.`);
    const field = entity.fields.get(fieldName.toLowerCase());
    if (!field || !isSettable(field))
      throw new Error(`${this.hookName}: ${entity.name}.${fieldName} is no field that a hook can set.`);
    assignValue(this.call, this.subject, {
      hookName: this.hookName,
      field,
      value: jsonOf(value, field.type === 'Json'),
    });
  };
}

/** Adds a hook's refusal of a record to the faults of the call. */
export function refuseRecord(
  { faults }: Pick<HookCall, 'faults'>,
  subject: HookedRecord,
  { message, fieldName }: Refusal,
): void {
  const about = fieldName === undefined ? {} : { fieldName };
  faults.push({ code: 'HookRejected', message, ...about, ...subject.place(fieldName) });
}

/** A value that a hook gives a field. */
interface HookValue {
  readonly hookName: string;
  readonly field: Field;
  readonly value: JsonValue;
}

/** Sets a field of a record, unless the value breaks the rules of the field: then they are faults of the call. */
export function assignValue({ faults }: Pick<HookCall, 'faults'>, subject: HookedRecord, given: HookValue): void {
  const { field } = given;
  const path = `Hooks.${given.hookName}`;
  const checked = checkValue(field, given.value, path);
  faults.push(...checked.faults.map((fault) => ({ ...fault, ...subject.place(undefined), path })));
  if (checked.faults.length > 0) return;
  subject.sets.set(field.name, checked.value);
  subject.record = Object.freeze({ ...subject.record, [field.name]: checked.value });
}

/** The caller of a write, for hooks. */
export function callerOf({ principal, catalogue }: RequestContext): HookCaller {
  const { userId, userName, displayName, isAdministrator, teamIds } = principal;
  const roles = principal.roleIds.flatMap((id) => catalogue.organisation.roles.get(id)?.name ?? []);
  return Object.freeze({ userId, userName, displayName, isAdministrator, roles, teamIds });
}
