import type { Entity } from '../../core/catalogue/entity.js';
import type { Field } from '../../core/catalogue/field.js';
import type { RequestContext } from '../../core/context.js';
import { DomainError, type Fault } from '../../core/errors.js';
import type { Value } from '../../core/field-types/value-type.js';
import { valueTypeOf } from '../../core/field-types/value-types.js';
import { Args } from '../../core/sql/args.js';
import { compileStoreDeferred } from '../../core/updates/update-records.sql.js';
import { ConstraintViolation } from '../../platform/database/database.errors.js';
import type { Transaction } from '../../platform/database/transaction.js';

/** A value of a unique rule that another record has, which a later part of the same write may still change. */
interface DeferredKey {
  readonly entity: Entity;
  readonly field: Field;
  readonly value: Value;
  readonly ids: readonly string[];
  /** Clash of the write, if the other record keeps the value. */
  readonly clash: Fault;
}

/** Most values that are tried behind one part; the others are stored at the end. */
const MAX_TRIED = 20;

const openKeys = new WeakMap<Transaction, DeferredKey[]>();

/**
 * Values of unique rules that are stored when the whole write is done. The database judges a unique rule with each row; a
 * write is judged as if all of its parts were done at once.
 */
export const DeferredKeys = {
  /** Lets the parts of a write defer values; whoever calls it calls `store` before the transaction ends. */
  open: (tx: Transaction): void => void openKeys.set(tx, []),

  isOpen: (tx: Transaction): boolean => openKeys.has(tx),

  /** True if values wait to be stored. */
  isWaiting: (tx: Transaction): boolean => (openKeys.get(tx) ?? []).length > 0,

  add: (tx: Transaction, keys: readonly DeferredKey[]): void => void openKeys.get(tx)!.push(...keys),

  /** Fields of a record that have stand-ins. */
  fieldsOf: (tx: Transaction, id: string): readonly Field[] =>
    (openKeys.get(tx) ?? []).filter(({ ids }) => ids.includes(id)).map(({ field }) => field),

  /** Executes a part of a write and places the clashes of what it defers. */
  async placed<T>(tx: Transaction, place: (fault: Fault) => Fault, part: () => Promise<T>): Promise<T> {
    const keys = openKeys.get(tx) ?? [];
    const from = keys.length;
    const made = await part();
    for (let i = from; i < keys.length; i++) keys[i] = { ...keys[i], clash: place(keys[i].clash) };
    return made;
  },

  /** Refuses a further value for a field that has a stand-in. @throws {DomainError} the clash of the value before */
  requireStored(tx: Transaction, names: readonly string[], ids: readonly string[]): void {
    const waiting = (openKeys.get(tx) ?? []).find(
      (key) => names.includes(key.field.name) && key.ids.some((id) => ids.includes(id)),
    );
    if (waiting) throw new DomainError(waiting.clash);
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
  },
};

/** True if nothing but unique rules is in the way of a write. */
export const isClash = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.faults.every(({ code }) => code === 'Conflict');

/** @throws {DomainError} Conflict */
async function storeKey(
  ctx: RequestContext,
  tx: Transaction,
  { entity, field, value, ids, clash }: DeferredKey,
): Promise<void> {
  const args = new Args(ctx);
  const slots = { field, value: args.add(value, valueTypeOf(field).operandType(field)), ids: args.add(ids, 'uuid[]') };
  try {
    await tx.executeOnce(ctx, compileStoreDeferred(ctx, entity, slots), args);
  } catch (error) {
    throw error instanceof ConstraintViolation ? new DomainError(clash) : error;
  }
}
