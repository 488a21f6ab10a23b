import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { accessKey } from '#core/relations/relation.js';
import { DomainError, type Fault } from '#core/errors.js';
import { recordImage, type RecordImage } from '#core/fields/record-image.js';
import type { JsonNumber, JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { Args } from '#core/statements/args.js';
import { Database } from '#platform/database/database.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Statement } from '#platform/database/statement.js';
import type { Transaction } from '#platform/database/transaction.js';
import type { Draft, DraftRow } from '#records/core/drafts/draft.js';
import { foundFaults } from '#records/core/inserts/insert-faults.js';
import type { InsertPlan } from '#records/core/inserts/insert-plan.js';
import { compileInsert, compileStored } from '#records/core/inserts/insert-records.sql.js';
import { planInsert, type InsertOptions } from '#records/core/inserts/plan-insert.js';
import { planSharedInsert, type SharedInsert } from '#records/core/inserts/plan-shared-insert.js';
import { autocommit, sendIn, type StatementCall } from './statement-call.js';

interface InsertRow {
  readonly faults: string | null;
  readonly record: string | null;
}

/** Prepares and sends the statements of inserts. Holds no rule of its own. */
@Injectable()
export class InsertRepository {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /** Stores a draft with its change rows and outcome as a part of a transaction. @throws as `callFor` */
  store(ctx: RequestContext, draft: Draft, tx: Transaction, options: InsertOptions): Promise<string> {
    return sendIn(tx, this.callFor(ctx, draft, options));
  }

  /**
   * The statement that stores a draft with its change rows and outcome. It is read as the created root record in JSON text,
   * as its writer may see it.
   * @throws {DomainError} when it is read, what the statement's checks found; {ConstraintViolation} when it is sent
   */
  callFor(ctx: RequestContext, draft: Draft, options: InsertOptions = { mode: 'store' }): StatementCall<string> {
    const plan = planInsert(ctx, draft, options);
    const read = ([row]: readonly InsertRow[]): string => {
      throwIfAny(foundFaults(plan, row.faults));
      return row.record!;
    };
    return { statement: this.#statement(ctx, plan), args: plan.args, read };
  }

  /**
   * The statement that stores the drafts of several calls, each with its change row and outcome: all or none. It is read as
   * the records, as those of `callFor`, in the order of the drafts.
   * @param isAmongCallers false where all are inserts of the caller of `ctx`
   * @throws as `callFor`, without a hint which draft is at fault
   */
  sharedCallFor(
    ctx: RequestContext,
    inserts: readonly SharedInsert[],
    isAmongCallers: boolean,
  ): StatementCall<readonly string[]> {
    const plan = planSharedInsert(ctx, inserts, isAmongCallers);
    const read = (rows: readonly (InsertRow & { readonly id: string })[]): readonly string[] => {
      throwIfAny(foundFaults(plan, rows[0].faults));
      const records = new Map(rows.map(({ id, record }) => [id, record!]));
      return plan.rows.map(({ id }) => records.get(id)!);
    };
    return { statement: this.#statement(ctx, plan), args: plan.args, read };
  }

  /**
   * Reads a stored record as JSON text, as its writer may see it; an object with only its Id if it was deleted since.
   * @param tx absent: outside of any transaction
   */
  stored(ctx: RequestContext, entity: Entity, id: string, tx?: Transaction): Promise<string> {
    const args = new Args(ctx);
    const slot = args.add(id, 'uuid');
    const key = `stored:${entity.name}:${accessKey({ ctx, rights: 'caller' })}`;
    const statement = this.statements.get(ctx, key, () => compileStored(ctx, entity, slot), 'read');
    const read = ([row]: readonly { readonly record: string }[]): string => row?.record ?? `{"Id":"${id}"}`;
    const call = { statement, args, read };
    return tx ? sendIn(tx, call) : autocommit(this.database, ctx, call);
  }

  /** The records of a draft as they would be stored, but for their automatic numbers. Stores nothing. */
  async images(ctx: RequestContext, draft: Draft, tx: Transaction): Promise<ReadonlyMap<DraftRow, RecordImage>> {
    const plan = planInsert(ctx, draft, { mode: 'image' });
    const [row] = await tx.execute<InsertRow>(this.#statement(ctx, plan), plan.args);
    const images = readJson(row.record!) as [JsonNumber, JsonObject][];
    return new Map(
      images.map(([{ text }, json]) => {
        const drafted = plan.rows[Number(text)];
        return [drafted, recordImage(drafted.entity, json)];
      }),
    );
  }

  /**
   * Further faults of a draft that cannot be stored: scopes, lookups, rules, clashes. Stores nothing.
   * @param tx absent: outside of any transaction
   */
  async explain(ctx: RequestContext, draft: Draft, tx?: Transaction): Promise<readonly Fault[]> {
    const plan = planInsert(ctx, draft, { mode: 'explain' });
    const statement = this.#statement(ctx, plan);
    const [row] = tx
      ? await tx.execute<InsertRow>(statement, plan.args)
      : await this.database.execute<InsertRow>(ctx, statement, plan.args);
    return foundFaults(plan, row.faults);
  }

  #statement(ctx: RequestContext, plan: InsertPlan): Statement {
    return this.statements.get(ctx, plan.key, () => compileInsert(ctx, plan));
  }
}

function throwIfAny(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new DomainError(...faults);
}
