import { DiscoveryService } from '@nestjs/core';
import type { HookEvent } from '../../core/catalogue/entity.js';
import type { RecordImage } from '../../core/fields/record-image.js';
import type { JsonValue } from '../../core/json/json.js';
import type { Value } from '../../core/field-types/value-type.js';

/** Who writes. */
export interface HookCaller {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly isAdministrator: boolean;
  /** Names of the caller's roles. */
  readonly roles: readonly string[];
  /** Ids of the teams he is a member of. */
  readonly teamIds: readonly string[];
}

/** Why a hook refuses a write: a sentence for a person, and the field it is about, if it is about one. */
export interface Refusal {
  readonly message: string;
  readonly fieldName?: string;
}

/** What every hook is told of one record that is written, and may do about it. */
export interface HookedWrite {
  readonly entityName: string;
  /** The record as it will be stored, as it was stored, or as it is or was when it is deleted. */
  readonly record: RecordImage;
  /** Names of the fields that the caller assigned; none when the record is deleted. */
  readonly assigned: ReadonlySet<string>;
  readonly caller: HookCaller;
  /** The call's clock: all of one call happens at this time. */
  readonly at: Date;
  readonly correlationId: string;
  /** Aborted when the hook's time is over. */
  readonly signal: AbortSignal;
  /** Refuses the write: 400 `HookRejected`. Nothing is stored; the caller is told all refusals at once. */
  refuse(refusal: Refusal): void;
  /**
   * Reads live records, inside the write's transaction and whatever the caller may read: at most 1,000, by Id.
   * @param where a WhereClause as in a definition; without one every record.
   */
  find(entityName: string, where?: JsonValue): Promise<readonly RecordImage[]>;
}

/** A write that a hook may still change. */
export interface ChangeableWrite extends HookedWrite {
  /**
   * Sets a field of the record; `record` shows it from then on. The field's rules hold as for a caller: 400 otherwise.
   * Fields that only the service fills (system fields, automatic numbers, computed and rolled up ones) cannot be set.
   */
  set(fieldName: string, value: Value | number): void;
}

/** A write of a record that was there before. */
export interface Replaced {
  /** The record as it was. */
  readonly old: RecordImage;
}

export type BeforeInsert = ChangeableWrite;
export type AfterInsert = HookedWrite;
export type BeforeUpdate = ChangeableWrite & Replaced;
export type AfterUpdate = HookedWrite & Replaced;
export type BeforeDelete = HookedWrite;
export type AfterDelete = HookedWrite;

/**
 * Code that takes part in writes, for every record that is written: inside the transaction, after the request itself
 * was found right. What it throws undoes the write. It may run again when the transaction lost against another one, so
 * it must change nothing but through `set`.
 */
export interface RecordHook {
  beforeInsert?(write: BeforeInsert): void | Promise<void>;
  afterInsert?(write: AfterInsert): void | Promise<void>;
  beforeUpdate?(write: BeforeUpdate): void | Promise<void>;
  afterUpdate?(write: AfterUpdate): void | Promise<void>;
  beforeDelete?(write: BeforeDelete): void | Promise<void>;
  afterDelete?(write: AfterDelete): void | Promise<void>;
}

/** The method of a hook that is about an event. */
export const HOOK_METHODS: Readonly<Record<HookEvent, keyof RecordHook>> = {
  BeforeInsert: 'beforeInsert',
  AfterInsert: 'afterInsert',
  BeforeUpdate: 'beforeUpdate',
  AfterUpdate: 'afterUpdate',
  BeforeDelete: 'beforeDelete',
  AfterDelete: 'afterDelete',
};

/** What else a hook says of itself. */
export interface HookOptions {
  /** Entities whose writes it always takes part in; others name it as `Handler` of a hook in their definition. */
  readonly entities?: readonly string[];
  /** How long it may take for all records of a write, in place of the setting HOOK_TIMEOUT_MS. */
  readonly timeoutMs?: number;
}

/** What the decorator keeps. */
export const HOOK = DiscoveryService.createDecorator<HookOptions & { readonly name: string }>();

/**
 * Makes a provider a hook of the code.
 * @param name unique; what definitions call it by.
 */
export const RecordHook = (name: string, options: HookOptions = {}): ClassDecorator => HOOK({ name, ...options });
