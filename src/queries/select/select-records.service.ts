import { Injectable } from '@nestjs/common';
import { planOf, type ExplainedRow } from '#queries/core/advice/explained-plan.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { JsonText } from '#core/json/json.js';
import { MAX_ANSWER_MB, MAX_INCLUDED_MB, MAX_ROW_MB } from '#core/sql/answer-limits.sql.js';
import { Database } from '#platform/database/database.js';
import { isInt4Overflow } from '#platform/database/connections/database.errors.js';
import { AnswerMemory } from '#platform/http/answer-memory.js';
import type { Permit } from '#platform/process/shares/permit.js';
import type { Statement } from '#platform/database/statement.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import { formatPageCursor } from '#queries/core/select/page-cursor.js';
import { planSelect } from '#queries/core/select/plan-select.js';
import type { SelectCommand } from '#core/requests/select-command.js';
import { MAX_EXACT_ESTIMATE, type PagerPage, type SelectPlan } from '#queries/core/select/select-plan.js';
import { WatchQueries } from '#queries/advice/watch-queries.service.js';
import { compileEstimate, compileSelect } from '#queries/core/select/select-records.sql.js';

/** Result of a query: rows as finished JSON, and their numbers. */
export interface SelectOutcome {
  readonly result: JsonText;
  /** Number of matching rows with a pager (null if not counted), otherwise of answered rows. */
  readonly totalRecords: number | null;
  readonly totalIsExact: boolean;
  /** True if a query without pager has more rows than it answers. */
  readonly truncated: boolean;
  /** Cursor after the last row of a page, if more rows follow. */
  readonly nextCursor: string | null;
  /** Memory share of `result`, to be released after sending. */
  readonly memory: Permit;
}

type Answer = Omit<SelectOutcome, 'memory'>;

interface ManyRow {
  readonly rows: string | null;
  readonly more: boolean;
  readonly keys: string | null;
  readonly total: string | null;
}

/** Executes a query of one entity with the scopes of its caller (docs/interface/queries.md#select). */
@Injectable()
export class SelectRecords {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
    private readonly memory: AnswerMemory,
    private readonly watch: WatchQueries,
  ) {}

  /**
   * Executes a query.
   * @throws {DomainError} UnknownEntity, ScopeNone, QueryTimeout, RateLimited, or all faults of the query.
   */
  async select(ctx: RequestContext, command: SelectCommand): Promise<SelectOutcome> {
    return this.execute(ctx, planSelect(ctx, command));
  }

  /** Executes a planned query. @throws {DomainError} QueryTimeout, RateLimited, Validation for a too large answer */
  async execute(ctx: RequestContext, plan: SelectPlan): Promise<SelectOutcome> {
    const taken = this.memory.take(ctx, plan.page.kind === 'one');
    const memory = taken instanceof Promise ? await taken : taken;
    try {
      const answer = await this.#watched(ctx, plan);
      memory.weigh(answer.result.text.length);
      return { ...answer, memory };
    } catch (error) {
      memory.release();
      throw error;
    }
  }

  /** Also notes calls that fail, since the slowest ones are stopped. */
  async #watched(ctx: RequestContext, plan: SelectPlan): Promise<Answer> {
    const statement = this.statements.get(ctx, plan.key, () => compileSelect(plan), 'read', plan.origin);
    const startedAt = performance.now();
    try {
      return await this.#answer(ctx, plan, statement);
    } finally {
      this.watch.note({ ctx, plan, statement }, performance.now() - startedAt);
    }
  }

  async #answer(ctx: RequestContext, plan: SelectPlan, statement: Statement): Promise<Answer> {
    if (plan.page.kind === 'one') {
      const found = await this.#rows<{ readonly row: string }>(ctx, statement, plan);
      return unpaged(found.map(({ row }) => row).join(), found.length, false);
    }
    const [row] = await this.#rows<ManyRow>(ctx, statement, plan);
    if (plan.page.kind === 'all') return unpaged(row.rows, Number(row.total), row.more);
    return {
      result: arrayOf(row.rows),
      ...(await this.#total(ctx, plan, plan.page, row)),
      truncated: false,
      nextCursor: row.more ? formatPageCursor(plan.sort[0].path.entity, plan.sort, row.keys!) : null,
    };
  }

  /**
   * Executes the statement; text sizes are the only int4 values that it adds, so an overflow means a too large answer.
   */
  async #rows<Row>(ctx: RequestContext, statement: Statement, { args }: SelectPlan): Promise<readonly Row[]> {
    try {
      return await this.database.execute<Row>(ctx, statement, args);
    } catch (error) {
      throw isInt4Overflow(error) ? answerTooLarge() : error;
    }
  }

  async #total(
    ctx: RequestContext,
    plan: SelectPlan,
    { count }: PagerPage,
    { total }: ManyRow,
  ): Promise<Pick<SelectOutcome, 'totalRecords' | 'totalIsExact'>> {
    if (total === null) return { totalRecords: null, totalIsExact: false };
    const counted = Number(total);
    if (count === 'Exact' || counted <= MAX_EXACT_ESTIMATE) return { totalRecords: counted, totalIsExact: true };
    return { totalRecords: Math.max(counted, await this.#estimate(ctx, plan)), totalIsExact: false };
  }

  /** Returns the planner's estimate of the matching rows. */
  async #estimate(ctx: RequestContext, plan: SelectPlan): Promise<number> {
    const statement = this.statements.get(ctx, `estimate of ${plan.key}`, () => compileEstimate(plan), 'read');
    const [row] = await this.database.execute<ExplainedRow>(ctx, statement, plan.args);
    return planOf(row)['Plan Rows'];
  }
}

const answerTooLarge = (): DomainError =>
  new DomainError({
    code: 'Validation',
    message:
      `The answer is larger than ${MAX_ANSWER_MB} MB, or one of its rows has more than ${MAX_ROW_MB} MB of text or ` +
      `${MAX_INCLUDED_MB} MB of included records, or a group more than ${MAX_INCLUDED_MB} MB. ` +
      'Ask for smaller pages (Pager), fewer fields or fewer includes.',
    params: { MaxAnswerMB: MAX_ANSWER_MB, MaxRowMB: MAX_ROW_MB, MaxIncludedMB: MAX_INCLUDED_MB },
  });

const arrayOf = (rows: string | null): JsonText => new JsonText(`[${rows ?? ''}]`);

const unpaged = (rows: string | null, totalRecords: number, truncated: boolean): Answer => ({
  result: arrayOf(rows),
  totalRecords,
  totalIsExact: !truncated,
  truncated,
  nextCursor: null,
});
