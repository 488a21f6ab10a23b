import type { Entity } from '../../core/catalogue/entity.js';
import type { Fault } from '../../core/errors.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { WriteOutcome } from './write-outcome.js';

/** The transaction a write is a step of; `part` when another step records the outcome. */
export interface StepTransaction {
  readonly tx: Transaction;
  readonly mode: 'store' | 'part';
}

/** What a write did in its transaction, and to which entities. */
export interface StepOutcome extends WriteOutcome {
  /** Every entity whose records it may have changed. */
  readonly written: readonly Entity[];
}

/** A write that is read and drafted: what there is to know of it before its transaction. */
export interface PreparedWrite {
  readonly entity: Entity;
  /** What is wrong already; it must not run then. */
  readonly faults: readonly Fault[];
  /** Runs it; again from the start when its transaction begins again. */
  execute(place: StepTransaction): Promise<StepOutcome>;
}
