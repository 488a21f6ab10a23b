import { DiscoveryService } from '@nestjs/core';
import type { HookEvent } from '#core/catalogue/entity.js';
import type { RecordImage } from '#core/fields/record-image.js';
import type { JsonValue } from '#core/json/json.js';
import type { Value } from '#core/fields/value-type.js';

/** The caller of a write. */
export interface HookCaller {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly isAdministrator: boolean;
  /** Names of the caller's roles. */
  readonly roles: readonly string[];
  /** Ids of the caller's teams. */
  readonly teamIds: readonly string[];
}

/** Refusal of a write by a hook: a sentence for a person, and the field it concerns, if any. */
export interface Refusal {
  readonly message: string;
  readonly fieldName?: string;
}

/** Argument of every hook: one written record, and what the hook may do. */
export interface HookedWrite {
  readonly entityName: string;
  /** The record as it will be stored or was stored; of a delete the record as it is or was. */
  readonly record: RecordImage;
  /** Names of the fields that the caller assigned; none when the record is deleted. */
  readonly assigned: ReadonlySet<string>;
  readonly caller: HookCaller;
  /** Time of the call, which all of its writes share. */
  readonly at: Date;
  readonly correlationId: string;
  /** Aborted at the hook's timeout. */
  readonly signal: AbortSignal;
  /** Refuses the write: 400 `HookRejected`. Nothing is stored; the answer has the refusals of all hooks. */
  refuse(refusal: Refusal): void;
  /**
   * Reads live records inside the write's transaction, whatever the caller may read: at most 1,000, in the order of Ids.
   * @param where a WhereClause as in a definition; every record when absent
   */
  find(entityName: string, where?: JsonValue): Promise<readonly RecordImage[]>;
}

/** A write that a hook may still change. */
export interface ChangeableWrite extends HookedWrite {
  /**
   * Sets a field of the record; `record` shows it from then on. A value that breaks the field's rules is answered 400.
   * Fields that only the service fills (system fields, automatic numbers, computed and rolled up ones) cannot be set.
   */
  set(fieldName: string, value: Value | number): void;
}

/** A write of an existing record. */
export interface Replaced {
  /** The record before the write. */
  readonly old: RecordImage;
}

export type BeforeInsert = ChangeableWrite;
export type AfterInsert = HookedWrite;
export type BeforeUpdate = ChangeableWrite & Replaced;
export type AfterUpdate = HookedWrite & Replaced;
export type BeforeDelete = HookedWrite;
export type AfterDelete = HookedWrite;

/** Argument of a hook that a validator of a transition names. */
export interface ValidatedMove {
  readonly entityName: string;
  /** The record as it will be after the move. */
  readonly record: RecordImage;
  /** The record before the move. */
  readonly old: RecordImage;
  /** Names of the transition and of its statuses. */
  readonly transition: string;
  readonly from: string;
  readonly to: string;
  readonly caller: HookCaller;
  /** Time of the call. */
  readonly at: Date;
  readonly correlationId: string;
  /** Aborted at the hook's timeout. */
  readonly signal: AbortSignal;
  /** Refuses the transition: 400 `ValidatorFailed`. @param message in place of the validator's own */
  refuse(message?: string): void;
  /** Reads live records as `find` of other hooks does. */
  find(entityName: string, where?: JsonValue): Promise<readonly RecordImage[]>;
}

/**
 * Code that takes part in writes, called for every written record inside the transaction, once the request is valid. A
 * throw rolls the write back. It may run again when the transaction lost against another one, so it must change nothing
 * except through `set`.
 */
export interface RecordHook {
  beforeInsert?(write: BeforeInsert): void | Promise<void>;
  afterInsert?(write: AfterInsert): void | Promise<void>;
  beforeUpdate?(write: BeforeUpdate): void | Promise<void>;
  afterUpdate?(write: AfterUpdate): void | Promise<void>;
  beforeDelete?(write: BeforeDelete): void | Promise<void>;
  afterDelete?(write: AfterDelete): void | Promise<void>;
  /** Checks a move, for validators with this hook. It is also asked which moves are available, so it changes nothing. */
  validateMove?(move: ValidatedMove): void | Promise<void>;
}

/** Method of a hook for an event. */
export const HOOK_METHODS: Readonly<Record<HookEvent, Exclude<keyof RecordHook, 'validateMove'>>> = {
  BeforeInsert: 'beforeInsert',
  AfterInsert: 'afterInsert',
  BeforeUpdate: 'beforeUpdate',
  AfterUpdate: 'afterUpdate',
  BeforeDelete: 'beforeDelete',
  AfterDelete: 'afterDelete',
};

/** Options of a hook. */
export interface HookOptions {
  /** Names of entities that always call it; others name it as `Handler` of a hook in their definition. */
  readonly entities?: readonly string[];
  /** Timeout in milliseconds for all records of a write, in place of the setting HOOK_TIMEOUT_MS. */
  readonly timeoutMs?: number;
}

/** Metadata of the decorator. */
export const HOOK = DiscoveryService.createDecorator<HookOptions & { readonly name: string }>();

/**
 * Declares a provider as a hook.
 * @param name unique; definitions refer to it.
 */
export const RecordHook = (name: string, options: HookOptions = {}): ClassDecorator => HOOK({ name, ...options });

/** Name of a provider's class that is declared as a hook; `undefined` for others. */
export const hookNameOf = (provider: object): string | undefined =>
  (Reflect.getMetadata(HOOK.KEY, provider) as { readonly name: string } | undefined)?.name;
