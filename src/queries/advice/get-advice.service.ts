import { Injectable } from '@nestjs/common';
import { p95Of } from '#queries/core/advice/durations.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { Config } from '#platform/process/config/config.js';
import type { IndexAdvice, QueryAdvice } from './advice.docs.js';
import { QueryShapeRepository, type StoredShape } from './query-shape.repository.js';
import { shapeHash } from './shape-hash.js';
import { WatchQueries } from './watch-queries.service.js';

/** Lists slow queries and what would make them fast (docs/interface/queries.md#advice-on-slow-queries). */
@Injectable()
export class GetAdvice {
  constructor(
    private readonly config: Config,
    private readonly watch: WatchQueries,
    private readonly shapes: QueryShapeRepository,
  ) {}

  /**
   * Lists the shapes of which one call in twenty is slow, those that took most time first.
   * @throws {DomainError} AdministratorRequired
   */
  async get(ctx: RequestContext): Promise<readonly QueryAdvice[]> {
    if (!ctx.principal.isAdministrator)
      throw new DomainError({ code: 'AdministratorRequired', message: 'Advice on queries is for Administrators.' });
    await this.watch.settle();
    const stored = await this.shapes.read(ctx.catalogue.environment.id);
    return stored.filter((shape) => isOfNow(ctx, shape) && this.#isSlow(shape)).map(adviceOf);
  }

  #isSlow({ durations, maxMs }: StoredShape): boolean {
    return p95Of(durations, maxMs) >= this.config.slowQueryMs;
  }
}

/** False for shapes of deleted entities, and for figures from before the entity got another index. */
function isOfNow({ catalogue }: RequestContext, { entity: name, shape, hash }: StoredShape): boolean {
  const entity = catalogue.find(name);
  return entity !== undefined && shapeHash(entity, shape) === hash;
}

const round = (ms: number): number => Math.round(ms * 10) / 10;

function adviceOf(stored: StoredShape): QueryAdvice {
  const { entity, calls, totalMs, maxMs, durations, proposed } = stored;
  return {
    EntityName: entity,
    Shape: stored.shape,
    Calls: calls,
    MeanMs: round(totalMs / Math.max(calls, 1)),
    P95Ms: round(p95Of(durations, maxMs)),
    RowsRead: stored.rowsRead,
    RowsAnswered: stored.rowsAnswered,
    Hints: stored.hints,
    ...(proposed.length > 0 && { Index: indexOf(entity, proposed) }),
  };
}

/** A record of `Index` that can be inserted as it is. */
function indexOf(entity: string, proposed: StoredShape['proposed']): IndexAdvice {
  return {
    EntityName: entity,
    Name: `By${proposed.map(({ name }) => name).join('')}`.slice(0, 60),
    Fields: proposed.map(({ name, descending }) => ({ FieldName: name, Direction: descending ? 2 : 1 })),
  };
}
