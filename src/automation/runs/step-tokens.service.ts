import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { MAX_ROW_MB } from '#core/sql/answer-limits.sql.js';
import { compileLookedUp } from '#automation/core/runs/looked-up.sql.js';
import { planLookedUp } from '#automation/core/runs/plan-looked-up.js';
import { placeOfStep, type WorkflowScope } from '#automation/core/runs/workflow-scope.js';
import { stepKey } from '#automation/core/runs/progress.js';
import {
  actionNames,
  LookedUp,
  tokenFault,
  tokenValue,
  type TokenRow,
  type TokenSources,
} from '#automation/core/runs/token-values.js';
import type { FindToken, Token } from '#core/tokens/template.js';
import { firstRow } from '#core/catalogue/run.js';
import { isInt4Overflow } from '#platform/database/connections/database.errors.js';
import { Database } from '#platform/database/database.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import { uuidV5 } from '#platform/process/ids/uuid-v5.js';
import { type FirstRow, RunRecords } from '#automation/queue/run-records.repository.js';

/** Most rows that are kept, and their characters. */
const [MAX_KEPT, MAX_KEPT_CHARACTERS] = [1_000, 4 * 1024 * 1024];

/** Position of a step inside a run, from which its tokens are seen. */
export interface StepScope {
  readonly frame: WorkflowScope;
  readonly iterations: readonly number[];
  readonly item?: TokenRow;
}

/** Finds the values of tokens before a step begins, with the rights of the run. */
@Injectable()
export class StepTokens {
  /** First rows of lists by the id of their step. Only steps that are completed, and so never change, have lists. */
  readonly #lists = new LRUCache<string, FirstRow>({
    max: MAX_KEPT,
    maxSize: MAX_KEPT_CHARACTERS,
    sizeCalculation: ({ size }) => Math.max(size, 1),
  });

  constructor(
    private readonly records: RunRecords,
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /** Reads what the tokens name. @param ctx of the step @throws {DomainError} PermissionRequired, of protected fields */
  async finder(ctx: RequestContext, scope: StepScope, tokens: readonly Token[]): Promise<FindToken> {
    const rows = await this.#rows(ctx, scope, actionNames(tokens));
    const seen: TokenSources = {
      input: scope.frame.input,
      entity: entityOf(ctx, scope.frame.workflow.entityName),
      ...(scope.item && { item: scope.item }),
      actions: rows,
      userId: ctx.principal.userId,
      at: ctx.at,
      timeZone: ctx.catalogue.environment.settings.timeZone,
    };
    const faults = tokens.flatMap((token) => tokenFault(ctx, seen.entity, token) ?? []);
    if (faults.length > 0) throw new DomainError(...faults);
    const values = tokens.map((token) => tokenValue(seen, token));
    const looked = await this.#lookUp(
      ctx,
      values.filter((value) => value instanceof LookedUp),
    );
    return (token) => {
      const value = tokenValue(seen, token);
      return value instanceof LookedUp ? looked.get(value.key) : value;
    };
  }

  /** Whole outputs of actions, by name in lower case. */
  async outputs(
    ctx: RequestContext,
    { frame, iterations }: StepScope,
    names: Iterable<string>,
  ): Promise<ReadonlyMap<string, JsonValue>> {
    const ids = idsOf(ctx, { frame, iterations }, names);
    return byName(ids, await this.records.outputs(ctx, [...ids.values()]));
  }

  /** First rows of outputs, by name in lower case. Those of lists are kept for the next steps, which may be many. */
  async #firstRows(
    ctx: RequestContext,
    scope: StepScope,
    names: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, JsonValue>> {
    const ids = idsOf(ctx, scope, names);
    const known = [...ids.values()].flatMap((id) => (this.#lists.has(id) ? [[id, this.#lists.get(id)!] as const] : []));
    const rows = new Map(known.map(([id, { row }]) => [id, row]));
    const missing = [...ids.values()].filter((id) => !rows.has(id));
    for (const [id, first] of await this.records.firstRows(ctx, missing)) {
      rows.set(id, first.row);
      if (first.isList) this.#lists.set(id, first);
    }
    return byName(ids, rows);
  }

  async #rows(
    ctx: RequestContext,
    scope: StepScope,
    names: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, TokenRow>> {
    const outputs = await this.#firstRows(ctx, scope, names);
    return new Map(
      [...outputs].map(([name, output]) => {
        const body = scope.frame.actions.get(name)?.action.body;
        const entityName = typeof body?.EntityName === 'string' ? body.EntityName : undefined;
        return [name, { row: firstRow(output), entity: entityOf(ctx, entityName) }];
      }),
    );
  }

  /**
   * Reads the values of other records with one statement, as they are now; null where a record is not there or may not be
   * read.
   */
  async #lookUp(ctx: RequestContext, values: readonly LookedUp[]): Promise<ReadonlyMap<string, JsonValue>> {
    const plan = planLookedUp(ctx, values);
    if (!plan) return new Map();
    const statement = this.statements.get(ctx, plan.key, () => compileLookedUp(plan), 'read');
    const [{ row }] = await this.database.execute<{ readonly row: string }>(ctx, statement, plan.args).catch(tooLarge);
    const found = readJson(row) as JsonObject;
    return new Map([...plan.names].map(([key, name]) => [key, found[name]]));
  }
}

/** Text sizes are the only int4 values that the statement adds. */
function tooLarge(error: unknown): never {
  if (!isInt4Overflow(error)) throw error;
  const message = `The looked-up values of an action have more than ${MAX_ROW_MB} MB.`;
  throw new DomainError({ code: 'TooLarge', message, params: { MaxRowMB: MAX_ROW_MB } });
}

const entityOf = ({ catalogue }: RequestContext, name: string | undefined): TokenRow['entity'] =>
  name === undefined ? undefined : catalogue.find(name);

/** Ids of the steps that actions have had, as seen from a step, by name in lower case. */
function idsOf(
  ctx: RequestContext,
  { frame, iterations }: Pick<StepScope, 'frame' | 'iterations'>,
  names: Iterable<string>,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const name of names) {
    const place = placeOfStep(frame, name, iterations);
    if (place) ids.set(name.toLowerCase(), uuidV5(ctx.job!.runId!, stepKey(place)));
  }
  return ids;
}

const byName = (
  ids: ReadonlyMap<string, string>,
  outputs: ReadonlyMap<string, JsonValue>,
): ReadonlyMap<string, JsonValue> =>
  new Map([...ids].flatMap(([name, id]) => (outputs.has(id) ? [[name, outputs.get(id)!] as const] : [])));
