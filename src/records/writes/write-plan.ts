import type { Entity } from '#core/catalogue/entity.js';
import type { Draft } from '#records/core/drafts/draft.js';
import type { Fault } from '#core/errors.js';
import type { ConstraintViolation } from '#platform/database/connections/database.errors.js';
import type { Transaction } from '#platform/database/transaction.js';
import type { StatementCall } from './statement-call.js';
import type { WriteOutcome } from '#platform/operations/outcomes/outcome.js';

/** Transaction that a write is a step of; `part` when another step records the outcome. */
export interface StepTransaction {
  readonly tx: Transaction;
  readonly mode: 'store' | 'part';
}

/** Outcome of a write in its transaction. */
export interface StepOutcome extends WriteOutcome {
  /** Every entity whose records it may have changed. */
  readonly written: readonly Entity[];
}

/** A write that is read and drafted, before its transaction. */
export interface PreparedWrite {
  readonly entity: Entity;
  /** Faults known so far; a write with faults must not be executed. */
  readonly faults: readonly Fault[];
  /** Executes the write; again from the start when its transaction is retried. */
  execute(step: StepTransaction): Promise<StepOutcome>;
  /** Completes its outcome by what before-commit hooks have changed. @param changed entities of the changed records */
  complete?(made: WriteOutcome, changed: ReadonlySet<Entity>, tx: Transaction): Promise<WriteOutcome>;
}

/** Faults of a write that a constraint of the database refused. */
export interface ConflictFaults {
  /** Searches for all clashes, so that the caller learns them at once; the violated constraint names only the first. */
  explain?(): Promise<readonly Fault[]>;
  /** Places the clash of the violated constraint in the body of the request. */
  locate?(clash: Fault, violation: ConstraintViolation): Fault;
}

/** Members of all writes that need no transaction of several statements. */
interface AutocommitWrite<T> {
  /** Every entity whose records it may change. */
  readonly written: readonly Entity[];
  readonly conflicts?: ConflictFaults;
  /** Answers for a write whose COMMIT got no answer but was stored. @param ids of the records that its outcome names */
  reread(ids: readonly string[]): Promise<T>;
}

/** A write that is one statement. */
export interface StatementWrite<T> extends AutocommitWrite<T>, StatementCall<T> {
  readonly kind: 'statement';
}

/** An insert that may share its statement with others. */
export interface SharedInsertWrite<T> extends AutocommitWrite<T> {
  readonly kind: 'shared insert';
  readonly draft: Draft;
  /** @param record the created record as JSON text */
  read(record: string): T;
}

/** A write of several statements, which are one transaction together with the before-commit hooks. */
export interface StepsWrite<T> {
  readonly kind: 'steps';
  /** Rolls back at the end. */
  readonly dryRun: boolean;
  readonly conflicts?: ConflictFaults;
  /** Runs again from its start when its transaction lost against another one, so it changes nothing but the database. */
  perform(tx: Transaction): Promise<T & Pick<StepOutcome, 'written'>>;
  /**
   * Completes the outcome by what before-commit hooks have changed.
   * @param changed entities of the changed records
   */
  complete?(made: T, changed: ReadonlySet<Entity>, tx: Transaction): Promise<T>;
}

/** A write as data: everything that `WriteTransactions.execute` has to know of it. */
export type WritePlan<T extends Partial<WriteOutcome>> = StatementWrite<T> | SharedInsertWrite<T> | StepsWrite<T>;
