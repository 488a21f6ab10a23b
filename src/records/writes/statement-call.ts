import { clashFault } from '#core/checks/clash-fault.js';
import { violatedFields } from '#core/catalogue/constraint-names.js';
import type { RequestContext } from '#core/context/context.js';
import type { Draft } from '#records/core/drafts/draft.js';
import { atRepeatedRow } from '#records/core/inserts/repeated-row.js';
import type { Fault } from '#core/errors.js';
import type { Args } from '#core/statements/args.js';
import type { Database } from '#platform/database/database.js';
import { ConstraintViolation } from '#platform/database/connections/database.errors.js';
import type { Statement } from '#platform/database/statement.js';
import type { Transaction } from '#platform/database/transaction.js';

/** A statement with its arguments, and how the rows it answers are read. May be sent more than once. */
export interface StatementCall<T> {
  readonly statement: Statement;
  readonly args: Args;
  /** @throws {DomainError} faults that the statement found */
  read(rows: readonly object[]): T;
}

/** Sends a call as a statement that commits by itself. @throws as `Database.execute` and `read` */
export async function autocommit<T>(database: Database, ctx: RequestContext, call: StatementCall<T>): Promise<T> {
  return call.read(await database.execute(ctx, call.statement, call.args));
}

/** Sends a call as a part of a transaction. @throws as `Transaction.execute` and `read` */
export async function sendIn<T>(tx: Transaction, call: StatementCall<T>): Promise<T> {
  return call.read(await tx.execute(call.statement, call.args));
}

/** Places the clash of a violated unique rule at the record of an insert that repeats the values of another one. */
export function atRepeated(
  { catalogue }: RequestContext,
  draft: Draft,
  clash: Fault,
  violation: ConstraintViolation,
): Fault {
  const { table = '', constraint = '' } = violation;
  const entity = catalogue.find(table);
  const names = entity && violatedFields(entity, constraint);
  return names ? atRepeatedRow(draft, clash, table, names) : clash;
}

/** The `Conflict` that an error of a call stands for, if a unique rule of the catalogue was violated that it had asked for before. */
export const clashOf = (ctx: RequestContext, error: unknown): Fault | undefined =>
  error instanceof ConstraintViolation ? clashFault(ctx, error, true) : undefined;
