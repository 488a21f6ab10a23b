import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Definition } from '#core/catalogue/definition.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { isArray, type JsonValue } from '#core/json/json.js';
import { MAX_ROWS } from '#queries/core/select/select-plan.js';
import { readSelect, SELECT_MEMBERS } from '#core/requests/read-select.js';
import { textOf } from '#core/tokens/template.js';
import { SelectRecords, type SelectOutcome, readRun, RunSavedQuery } from '#queries/index.js';
import { ActionHandlers } from '#automation/runs/action-handlers.js';
import type { OtherStep, StepCall } from '#automation/runs/action-handler.js';
import { membersOf, stepOutput } from './step-output.js';

/** Deleted records are not read. */
const QUERY_MEMBERS = SELECT_MEMBERS.filter((name) => name !== 'IncludeDeleted');
const RUN_MEMBERS = ['Reqtokens', 'SavedView', 'WhereClause', 'Sort', 'Pager', 'Options'];

type Body = StepCall['body'];

/** Executes RunQuery: a query of its own or a saved one, with the rights of the run. Deleted records are not read. */
@Injectable()
export class RunQueryHandler implements OnModuleInit {
  constructor(
    private readonly handlers: ActionHandlers,
    private readonly select: SelectRecords,
    private readonly savedQueries: RunSavedQuery,
  ) {}

  onModuleInit(): void {
    this.handlers.register('RunQuery', this);
  }

  prepare(call: StepCall): OtherStep {
    return { kind: 'other', perform: () => this.#rows(call) };
  }

  async #rows({ ctx, action, body }: StepCall): Promise<JsonValue> {
    const failsWhenEmpty = new Definition(body).flag('FailWhenEmpty');
    const outcome = await this.#outcome(ctx, body);
    try {
      const rows = rowsOf(outcome);
      if (!failsWhenEmpty || !isArray(rows) || rows.length > 0) return rows;
      throw new DomainError({ code: 'NotFound', message: `The query ${action.name} found nothing.` });
    } finally {
      outcome.memory.release();
    }
  }

  async #outcome(ctx: RequestContext, body: Body): Promise<SelectOutcome> {
    if ((body.QueryName ?? null) === null) {
      return this.select.select(ctx, readSelect(membersOf(body, QUERY_MEMBERS), false).command);
    }
    const { run } = readRun(membersOf(body, RUN_MEMBERS), false);
    const { QueryName: name, EntityName: entityName = null } = body;
    if (typeof name !== 'string') throw new DomainError({ code: 'Validation', message: 'QueryName must be text.' });
    const found =
      entityName === null
        ? this.savedQueries.byNameAlone(ctx, name, run)
        : this.savedQueries.byName(ctx, textOf(entityName), name, run);
    return (await found).outcome;
  }
}

/** @throws {DomainError} TooManyRows where the query has more rows than it answers */
function rowsOf({ result, truncated }: SelectOutcome): JsonValue {
  if (!truncated) return stepOutput(result.text);
  const message = `The query finds more than ${MAX_ROWS} rows: narrow its WhereClause, or give a Pager.`;
  throw new DomainError({ code: 'TooManyRows', message });
}
