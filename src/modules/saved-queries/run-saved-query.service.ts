import { Injectable } from '@nestjs/common';
import { requireScope } from '../../core/access.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import { isUuid } from '../../core/values/uuid.js';
import { SelectRecords, type SelectOutcome } from '../queries/index.js';
import { prepareRun } from './prepare-run.rules.js';
import type { Run } from './run.js';
import { SavedQueries } from './saved-queries.service.js';
import type { SavedQuery } from './saved-query.js';

/** What a run answers, and lines for the answer's `Log`. */
export interface RunOutcome {
  readonly outcome: SelectOutcome;
  readonly log: readonly string[];
}

/** Runs saved queries for their callers: the rows each may read (R140, R141). */
@Injectable()
export class RunSavedQuery {
  constructor(
    private readonly queries: SavedQueries,
    private readonly selectRecords: SelectRecords,
  ) {}

  /** @throws {DomainError} UnknownEntity, ScopeNone, or everything else that is wrong with the call. */
  async byName(ctx: RequestContext, entityName: string, queryName: string, run: Run): Promise<RunOutcome> {
    const entity = ctx.catalogue.entity(entityName);
    requireReadable(ctx, entity);
    const query = await this.queries.byName(ctx, entity, queryName);
    return this.#run(ctx, query, run);
  }

  /** @throws {DomainError} ScopeNone, or everything else that is wrong with the call. */
  async byId(ctx: RequestContext, queryId: string, run: Run): Promise<RunOutcome> {
    if (!isUuid(queryId)) run.faults.add('Validation', 'queryId must be a UUID.', { path: 'queryId' });
    const query = await this.queries.byId(ctx, queryId);
    if (query) requireReadable(ctx, ctx.catalogue.entity(query.entityName));
    return this.#run(ctx, query, run);
  }

  async #run(ctx: RequestContext, query: SavedQuery | undefined, run: Run): Promise<RunOutcome> {
    if (!query) {
      run.faults.add('NotFound', 'There is no such saved query.');
      throw new DomainError(...run.faults.list);
    }
    const { command, log } = prepareRun(ctx, query, run);
    return { outcome: await this.selectRecords.run(ctx, command), log };
  }
}

/** Entities with public fields decide later: a query of nothing else is everybody's (T84). */
function requireReadable(ctx: RequestContext, entity: Entity): void {
  if (entity.publicFields.size === 0) requireScope(ctx, entity, 'read');
}
