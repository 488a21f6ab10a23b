import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { Args } from '#core/statements/args.js';
import { compileImmediateKeys, compileSetKeys } from '#records/core/updates/foreign-keys.sql.js';
import { compileStoreDeferred } from '#records/core/updates/update-records.sql.js';
import { ConstraintViolation } from '#platform/database/connections/database.errors.js';
import type { Transaction } from '#platform/database/transaction.js';

/** Values of a unique rule that other records have, which later parts of the same write may still change. */
interface DeferredKey {
  readonly entity: Entity;
  readonly field: Field;
  /** By the Ids of their records, as text. */
  readonly values: ReadonlyMap<string, string | null>;
  /** Clash of the write, if the other record keeps the value. */
  readonly clash: Fault;
}

/** Most values that are tried behind one part; the others are stored at the end. */
const MAX_TRIED = 20;

const openKeys = new WeakMap<Transaction, DeferredKey[]>();
const repeatable = new WeakSet<Transaction>();

/** Another transaction has taken a unique value while a part of a write waited for it; the write has to start again. */
export class KeyRaced extends Error {
  constructor() {
    super('Another transaction took the value of a unique rule.');
    this.name = 'KeyRaced';
  }
}

/**
 * Values of unique rules that are stored when the whole write is done. The database checks a unique rule with each row; a
 * write is checked as if all of its parts were done at once.
 */
export const DeferredKeys = {
  /**
   * Lets the parts of a write defer values; whoever calls it calls `store` before the transaction ends.
   * @param mayRepeat true if the caller executes the write again after `KeyRaced`
   */
  open(tx: Transaction, mayRepeat: boolean): void {
    openKeys.set(tx, []);
    if (mayRepeat) repeatable.add(tx);
  },

  /** `KeyRaced` in place of a violation: the part had looked for clashes before. */
  racedOr: (tx: Transaction, error: unknown): unknown =>
    error instanceof ConstraintViolation && repeatable.has(tx) ? new KeyRaced() : error,

  isOpen: (tx: Transaction): boolean => openKeys.has(tx),

  /** True if values wait to be stored. */
  isWaiting: (tx: Transaction): boolean => (openKeys.get(tx) ?? []).length > 0,

  /** Lets values wait; a record that has a stand-in for the field already keeps its value. */
  add(tx: Transaction, keys: readonly DeferredKey[]): void {
    const waiting = openKeys.get(tx)!;
    const isWaiting = (field: Field, id: string): boolean =>
      waiting.some((key) => key.field === field && key.values.has(id));
    for (const { values, ...key } of keys) {
      const added = [...values].filter(([id]) => !isWaiting(key.field, id));
      waiting.push({ ...key, values: new Map(added) });
    }
  },

  /**
   * Makes the foreign keys of lookups wait, whose columns take stand-ins.
   * @returns false where one cannot wait: a node of an older version, beside this one, made the entity
   */
  async letWait(ctx: RequestContext, tx: Transaction, fields: readonly Field[]): Promise<boolean> {
    const lookups = fields.filter(isConstrained);
    if (lookups.length === 0) return true;
    const [{ n }] = await tx.executeOnce<{ n: number }>(ctx, compileImmediateKeys(ctx, lookups));
    if (n > 0) return false;
    await tx.executeOnce(ctx, compileSetKeys(ctx, lookups, 'DEFERRED'));
    return true;
  },

  /** Fields of a record that have stand-ins. */
  fieldsOf: (tx: Transaction, id: string): readonly Field[] =>
    (openKeys.get(tx) ?? []).filter(({ values }) => values.has(id)).map(({ field }) => field),

  /** Executes a part of a write and places the clashes of what it defers. */
  async placed<T>(tx: Transaction, place: (fault: Fault) => Fault, part: () => Promise<T>): Promise<T> {
    const keys = openKeys.get(tx) ?? [];
    const from = keys.length;
    const made = await part();
    for (let i = from; i < keys.length; i++) keys[i] = { ...keys[i], clash: place(keys[i].clash) };
    return made;
  },

  /** Forgets the values of fields that a later part of the write has assigned anew. */
  replace(tx: Transaction, fields: readonly Field[], ids: ReadonlySet<string>): void {
    const keys = openKeys.get(tx) ?? [];
    for (const [i, key] of keys.entries()) {
      if (!fields.includes(key.field)) continue;
      keys[i] = { ...key, values: new Map([...key.values].filter(([id]) => !ids.has(id))) };
    }
  },

  /** Stores the values that no other record has any more, so that the parts that follow see them. */
  async storeFree(ctx: RequestContext, tx: Transaction): Promise<void> {
    const keys = openKeys.get(tx) ?? [];
    for (const key of keys.slice(-MAX_TRIED)) {
      const isStored = await this.withoutClash(tx, () => storeKey(ctx, tx, key));
      if (isStored) keys.splice(keys.indexOf(key), 1);
    }
  },

  /** Executes a part of a write. @returns false, and nothing is done, where another record has a unique value */
  async withoutClash(tx: Transaction, part: () => Promise<void>): Promise<boolean> {
    try {
      await tx.savepoint(part);
      return true;
    } catch (error) {
      if (isClash(error)) return false;
      throw error;
    }
  },

  /** Stores all values. @throws {DomainError} Conflict at the first one that another record still has */
  async store(ctx: RequestContext, tx: Transaction): Promise<void> {
    const keys = openKeys.get(tx) ?? [];
    openKeys.delete(tx);
    for (const key of keys) await storeKey(ctx, tx, key);
    for (const { field, clash } of keys) if (isConstrained(field)) await checkLookup(ctx, tx, field, clash);
  },
};

/** True if nothing but unique rules is in the way of a write. */
export const isClash = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.faults.every(({ code }) => code === 'Conflict');

const isConstrained = ({ type, required, unconstrained, unchecked }: Field): boolean =>
  type === 'Lookup' && required && unconstrained !== true && unchecked !== true;

/** @throws {DomainError} Conflict */
async function storeKey(
  ctx: RequestContext,
  tx: Transaction,
  { entity, field, values, clash }: DeferredKey,
): Promise<void> {
  const args = new Args(ctx);
  const slots = {
    field,
    ids: args.add([...values.keys()], 'uuid[]'),
    values: args.add([...values.values()], 'text[]'),
  };
  try {
    await tx.executeOnce(ctx, compileStoreDeferred(ctx, entity, slots), args);
  } catch (error) {
    throw error instanceof ConstraintViolation ? new DomainError(clash) : error;
  }
}

/** @throws {DomainError} Conflict where a later part of the write has deleted the target of a waiting lookup */
async function checkLookup(ctx: RequestContext, tx: Transaction, field: Field, clash: Fault): Promise<void> {
  try {
    await tx.executeOnce(ctx, compileSetKeys(ctx, [field], 'IMMEDIATE'));
  } catch (error) {
    if (!(error instanceof ConstraintViolation)) throw error;
    throw new DomainError({ ...clash, message: `The target of ${field.name} is deleted by the same write.` });
  }
}
