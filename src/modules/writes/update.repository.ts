import { Injectable } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { DomainError, type Fault } from '../../core/errors.js';
import { recordImage, type RecordImage } from '../../core/fields/record-image.js';
import type { JsonObject, JsonValue } from '../../core/json/json.js';
import { readJson } from '../../core/json/read-json.js';
import { Args } from '../../core/sql/args.js';
import type { Sql } from '../../core/sql/sql.js';
import { MAX_LISTED } from '../../core/changes/changed-rows.sql.js';
import { Database } from '../../platform/database/database.js';
import { OutcomeUnknown } from '../../platform/database/database.errors.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { UpdateDraft } from '../../core/drafts/update-draft.js';
import type { ExecuteStatement } from './insert.repository.js';
import type { Matcher } from '../../core/matching/match-records.js';
import { planUpdate } from '../../core/updates/plan-update.js';
import { updateFaults } from '../../core/updates/update-faults.js';
import type { UpdatePlan } from '../../core/updates/update-plan.js';
import { compileUpdate, compileVersions } from '../../core/updates/update-records.sql.js';

interface UpdateRow {
  readonly faults: string | null;
  readonly result: string;
  readonly matched: number;
  readonly moved: string | null;
}

/** A matched record as it is, and as it would be. */
interface UpdateImage {
  readonly old: RecordImage;
  readonly record: RecordImage;
}

/** What an update did. */
export interface Updated {
  /** `[{"Id","RowVersion"}, …]` as JSON text. */
  readonly result: string;
  readonly matched: number;
  /** Ids of records whose owner or team changed. */
  readonly moved: readonly string[];
}

/** Runs the statement of an update. Holds no rule of its own. */
@Injectable()
export class UpdateRepository {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /**
   * Changes the matched records with their change rows.
   * @param mode `part` when the write's outcome is recorded by another step.
   * @throws {DomainError} what the statement found; {ConstraintViolation}
   */
  async store(
    ctx: RequestContext,
    draft: UpdateDraft,
    matcher: Matcher,
    run: ExecuteStatement,
    mode: 'store' | 'part' = 'store',
  ): Promise<Updated> {
    const plan = planUpdate(ctx, draft, matcher(), mode);
    const [row] = await run<UpdateRow>(this.#statement(ctx, plan), plan.args);
    const faults = updateFaults(plan, draft, row.faults);
    if (faults.length > 0) throw new DomainError(...faults);
    return {
      result: row.result,
      matched: row.matched,
      moved: row.moved === null ? [] : (JSON.parse(row.moved) as string[]),
    };
  }

  /**
   * Locks the matched records and answers each as it is and as it would be, by Id.
   * @throws {DomainError} what is wrong with them: scopes, versions, their number
   */
  async images(
    ctx: RequestContext,
    draft: UpdateDraft,
    matcher: Matcher,
    tx: Transaction,
  ): Promise<readonly UpdateImage[]> {
    const plan = planUpdate(ctx, draft, matcher(), 'image');
    const [row] = await tx.execute<UpdateRow>(this.#statement(ctx, plan), plan.args);
    const faults = updateFaults(plan, draft, row.faults);
    if (faults.length > 0) throw new DomainError(...faults);
    const image = (json: JsonValue): RecordImage => recordImage(draft.entity, json as JsonObject);
    const [before, after] = readJson(row.result) as [JsonValue[], JsonValue[]];
    return before.map((old, i) => ({ old: image(old), record: image(after[i]) }));
  }

  /** What else is wrong with an update that cannot be made: scopes, versions, rules. Changes nothing. */
  async explain(ctx: RequestContext, draft: UpdateDraft, matcher: Matcher): Promise<readonly Fault[]> {
    const plan = planUpdate(ctx, draft, matcher(), 'explain');
    const [row] = await this.database.execute<UpdateRow>(ctx, this.#statement(ctx, plan), plan.args);
    return updateFaults(plan, draft, row.faults);
  }

  /**
   * What an update did that is stored already.
   * @param ids of the matched records
   * @throws {OutcomeUnknown} when there are more than an outcome names
   */
  async stored(ctx: RequestContext, entity: Entity, ids: readonly string[]): Promise<Updated> {
    if (ids.length >= MAX_LISTED) throw new OutcomeUnknown();
    const result = await this.versions(ctx, entity, ids, (...call) => this.database.execute(ctx, ...call));
    return { result, matched: ids.length, moved: [] };
  }

  /** The versions that records have by now, as `[{"Id","RowVersion"}, …]`. */
  async versions(ctx: RequestContext, entity: Entity, ids: readonly string[], run: ExecuteStatement): Promise<string> {
    const args = new Args(ctx);
    const slot = args.add(ids, 'uuid[]');
    const compile = (): Sql => compileVersions(ctx, entity, slot);
    const statement = this.statements.get(ctx, `versions:${entity.name}`, compile, 'read');
    const [{ result }] = await run<{ result: string }>(statement, args);
    return result;
  }

  #statement(ctx: RequestContext, plan: UpdatePlan): ReturnType<StatementCache['get']> {
    return this.statements.get(ctx, plan.key, () => compileUpdate(ctx, plan));
  }
}
