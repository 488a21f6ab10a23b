import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { SelectRecords, type SelectOutcome } from '../queries/index.js';
import { PrepareSavedQuery } from './prepare-saved-query.service.js';
import type { PreparedRun } from './prepare-run.rules.js';
import type { Run } from './run.js';

/** What a run answers, and lines for the answer's `Log`. */
export interface RunOutcome {
  readonly outcome: SelectOutcome;
  readonly log: readonly string[];
}

/** Runs saved queries for their callers: the rows each may read (R140, R141). */
@Injectable()
export class RunSavedQuery {
  constructor(
    private readonly queries: PrepareSavedQuery,
    private readonly selectRecords: SelectRecords,
  ) {}

  /** @throws {DomainError} UnknownEntity, ScopeNone, or everything else that is wrong with the call. */
  async byName(ctx: RequestContext, entityName: string, queryName: string, run: Run): Promise<RunOutcome> {
    return this.#run(ctx, await this.queries.byName(ctx, entityName, queryName, run));
  }

  /** @throws {DomainError} ScopeNone, or everything else that is wrong with the call. */
  async byId(ctx: RequestContext, queryId: string, run: Run): Promise<RunOutcome> {
    return this.#run(ctx, await this.queries.byId(ctx, queryId, run));
  }

  async #run(ctx: RequestContext, { command, log }: PreparedRun): Promise<RunOutcome> {
    return { outcome: await this.selectRecords.select(ctx, command), log };
  }
}
