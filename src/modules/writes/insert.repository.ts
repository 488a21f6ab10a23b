import { Injectable } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { accessKey } from '../../core/criteria/relation.js';
import { DomainError, type Fault } from '../../core/errors.js';
import { recordImage, type RecordImage } from '../../core/fields/record-image.js';
import type { JsonNumber, JsonObject } from '../../core/json/json.js';
import { readJson } from '../../core/json/read-json.js';
import { Args } from '../../core/sql/args.js';
import { Database } from '../../platform/database/database.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Statement } from '../../platform/database/statement.js';
import type { Draft, DraftRow } from '../../core/drafts/draft.js';
import { foundFaults } from '../../core/inserts/insert-faults.js';
import type { InsertPlan } from '../../core/inserts/insert-plan.js';
import { compileInsert, compileStored } from '../../core/inserts/insert-records.sql.js';
import { planInsert, type InsertOptions } from '../../core/inserts/plan-insert.js';
import { planShared, type SharedInsert } from '../../core/inserts/share-inserts.js';

/** Runs a statement by itself or as a part of a transaction. */
export type ExecuteStatement = <Row>(statement: Statement, args: Args) => Promise<readonly Row[]>;

interface InsertRow {
  readonly faults: string | null;
  readonly record: string | null;
}

/** Runs the statement of an insert. Holds no rule of its own. */
@Injectable()
export class InsertRepository {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /**
   * Stores a draft with its change rows and outcome.
   * @returns the created root record as JSON text, as its writer may see it.
   * @throws {DomainError} what the statement's guards found; {ConstraintViolation}
   */
  async store(
    ctx: RequestContext,
    draft: Draft,
    run: ExecuteStatement,
    options: InsertOptions = { mode: 'store' },
  ): Promise<string> {
    const plan = planInsert(ctx, draft, options);
    const [row] = await this.#answered<InsertRow>(ctx, plan, run);
    const faults = foundFaults(plan, row.faults);
    if (faults.length > 0) throw new DomainError(...faults);
    return row.record!;
  }

  /**
   * Stores the drafts of several calls, each with its change row and outcome, in one statement: all or none.
   * @returns the records as `store` does, in the order of the drafts.
   * @throws as `store`, without telling whose fault it is.
   */
  async storeShared(
    ctx: RequestContext,
    inserts: readonly SharedInsert[],
    run: ExecuteStatement,
  ): Promise<readonly string[]> {
    const plan = planShared(ctx, inserts);
    const rows = await this.#answered<InsertRow & { readonly id: string }>(ctx, plan, run);
    const faults = foundFaults(plan, rows[0].faults);
    if (faults.length > 0) throw new DomainError(...faults);
    const records = new Map(rows.map(({ id, record }) => [id, record!]));
    return plan.rows.map(({ id }) => records.get(id)!);
  }

  /** A record that is stored already, as JSON text, as its writer may see it; its bare Id in an object if it has gone since. */
  async stored(ctx: RequestContext, entity: Entity, id: string): Promise<string> {
    const args = new Args(ctx);
    const slot = args.add(id, 'uuid');
    const key = `stored:${entity.name}:${accessKey({ ctx, rights: 'caller' })}`;
    const statement = this.statements.get(ctx, key, () => compileStored(ctx, entity, slot), 'read');
    const [row] = await this.database.execute<{ record: string }>(ctx, statement, args);
    return row?.record ?? `{"Id":"${id}"}`;
  }

  /** The records of a draft as they would be stored, but for their automatic numbers. Stores nothing. */
  async images(ctx: RequestContext, draft: Draft, run: ExecuteStatement): Promise<ReadonlyMap<DraftRow, RecordImage>> {
    const plan = planInsert(ctx, draft, { mode: 'image' });
    const [row] = await this.#answered<InsertRow>(ctx, plan, run);
    const images = readJson(row.record!) as [JsonNumber, JsonObject][];
    return new Map(
      images.map(([{ text }, json]) => {
        const drafted = plan.rows[Number(text)];
        return [drafted, recordImage(drafted.entity, json)];
      }),
    );
  }

  /** What else is wrong with a draft that cannot be stored: scopes, lookups, rules, clashes. Stores nothing. */
  async explain(ctx: RequestContext, draft: Draft): Promise<readonly Fault[]> {
    const plan = planInsert(ctx, draft, { mode: 'explain' });
    const [row] = await this.#answered<InsertRow>(ctx, plan, (...call) => this.database.execute(ctx, ...call));
    return foundFaults(plan, row.faults);
  }

  /** What the statement of a plan answers. */
  #answered<Row>(ctx: RequestContext, plan: InsertPlan, run: ExecuteStatement): Promise<readonly Row[]> {
    const statement = this.statements.get(ctx, plan.key, () => compileInsert(ctx, plan));
    return run<Row>(statement, plan.args);
  }
}
