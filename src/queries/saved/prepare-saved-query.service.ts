import { Injectable } from '@nestjs/common';
import { requireScope } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { isUuid } from '#core/values/uuid-text.js';
import { prepareRun, type PreparedRun } from '#queries/core/saved/prepare-run.js';
import type { Run } from '#queries/core/saved/run.js';
import { SavedQueries } from './saved-queries.service.js';
import type { SavedQuery } from '#queries/core/saved/saved-query.js';

/** Finds saved queries and turns runs of them into select commands. */
@Injectable()
export class PrepareSavedQuery {
  constructor(private readonly queries: SavedQueries) {}

  /**
   * Prepares a run by entity and name.
   * @throws {DomainError} UnknownEntity, ScopeNone, NotFound; other faults are in the run.
   */
  async byName(ctx: RequestContext, entityName: string, queryName: string, run: Run): Promise<PreparedRun> {
    const entity = ctx.catalogue.entity(entityName);
    requireReadable(ctx, entity);
    return prepared(ctx, await this.queries.byName(ctx, entity, queryName), run);
  }

  /**
   * Prepares a run by id.
   * @throws {DomainError} ScopeNone, NotFound, Validation for an invalid id; other faults are in the run.
   */
  async byId(ctx: RequestContext, queryId: string, run: Run): Promise<PreparedRun> {
    if (!isUuid(queryId)) {
      run.faults.add('Validation', 'queryId must be a UUID.', { path: 'queryId' });
      throw new DomainError(...run.faults.list);
    }
    return preparedAny(ctx, await this.queries.byId(ctx, queryId), run);
  }

  /**
   * Prepares a run of the only query of a name.
   * @throws {DomainError} ScopeNone, NotFound, also where several entities have such a query; other faults are in the run.
   */
  async byNameAlone(ctx: RequestContext, queryName: string, run: Run): Promise<PreparedRun> {
    return preparedAny(ctx, await this.queries.byNameAlone(ctx, queryName), run);
  }
}

/** Checks read access early, except for entities with public fields, which the planner checks. */
function requireReadable(ctx: RequestContext, entity: Entity): void {
  if (entity.publicFields.size === 0) requireScope(ctx, entity, 'read');
}

/** @param query of any entity */
function preparedAny(ctx: RequestContext, query: SavedQuery | undefined, run: Run): PreparedRun {
  if (query) requireReadable(ctx, ctx.catalogue.entity(query.entityName));
  return prepared(ctx, query, run);
}

function prepared(ctx: RequestContext, query: SavedQuery | undefined, run: Run): PreparedRun {
  if (query) return prepareRun(ctx, query, run);
  run.faults.add('NotFound', 'There is no such saved query.');
  throw new DomainError(...run.faults.list);
}
