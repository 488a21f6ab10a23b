import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { SelectRecords, type SelectOutcome } from '#queries/select/select-records.service.js';
import { PrepareSavedQuery } from './prepare-saved-query.service.js';
import type { PreparedRun } from '#queries/core/saved/prepare-run.js';
import type { Run } from '#queries/core/saved/run.js';

/** Result of a run, and lines for the answer's `Log`. */
export interface RunOutcome {
  readonly outcome: SelectOutcome;
  readonly log: readonly string[];
}

/** Executes saved queries with the scopes of their callers (docs/interface/queries.md#saved-queries). */
@Injectable()
export class RunSavedQuery {
  constructor(
    private readonly queries: PrepareSavedQuery,
    private readonly selectRecords: SelectRecords,
  ) {}

  /**
   * Executes a query by entity and name.
   * @throws {DomainError} UnknownEntity, ScopeNone, or all other faults of the call.
   */
  async byName(ctx: RequestContext, entityName: string, queryName: string, run: Run): Promise<RunOutcome> {
    return this.#select(ctx, await this.queries.byName(ctx, entityName, queryName, run));
  }

  /**
   * Executes the only query of a name.
   * @throws {DomainError} ScopeNone, or all other faults of the call.
   */
  async byNameAlone(ctx: RequestContext, queryName: string, run: Run): Promise<RunOutcome> {
    return this.#select(ctx, await this.queries.byNameAlone(ctx, queryName, run));
  }

  /**
   * Executes a query by id.
   * @throws {DomainError} ScopeNone, or all other faults of the call.
   */
  async byId(ctx: RequestContext, queryId: string, run: Run): Promise<RunOutcome> {
    return this.#select(ctx, await this.queries.byId(ctx, queryId, run));
  }

  async #select(ctx: RequestContext, { command, log }: PreparedRun): Promise<RunOutcome> {
    return { outcome: await this.selectRecords.select(ctx, command), log };
  }
}
