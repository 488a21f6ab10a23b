import { Injectable, Logger } from '@nestjs/common';
import type { Entity } from '../../core/catalogue/entity.js';
import type { Principal, RequestContext } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import type { Draft } from '../../core/drafts/draft.js';
import { returnsIdOnly } from '../../core/inserts/bare-id.js';
import { isShareable } from '../../core/inserts/share-inserts.js';
import { ConstraintViolation, isUndefinedObject } from '../../platform/database/database.errors.js';
import { InsertRepository, type ExecuteStatement } from './insert.repository.js';
import { MicroBatcher } from '../../platform/scheduling/micro-batcher.js';

interface Insert {
  readonly ctx: RequestContext;
  readonly draft: Draft;
  readonly run: ExecuteStatement;
}

type Turns = MicroBatcher<Insert, string>;

/**
 * Inserts of one caller into one entity that arrive while others are being stored share the next statement: a statement
 * costs several times what another row in it costs. Each keeps its own outcome, faults and answer.
 */
@Injectable()
export class BatchedInserts {
  readonly #logger = new Logger(BatchedInserts.name);
  /** An entity belongs to one snapshot of the definitions, a principal to one state of a user's access. */
  readonly #answeringRecords = new WeakMap<Principal, WeakMap<Entity, Turns>>();
  readonly #answeringIds = new WeakMap<Principal, WeakMap<Entity, Turns>>();

  constructor(private readonly inserts: InsertRepository) {}

  /** As `InsertRepository.store`. @param run runs a statement that commits by itself */
  store(ctx: RequestContext, draft: Draft, run: ExecuteStatement): Promise<string> {
    if (!isShareable(draft)) return this.inserts.store(ctx, draft, run);
    const turns = this.#turnsOf(ctx, draft.groups[0].entity);
    return turns.add({ ctx, draft, run });
  }

  #turnsOf(ctx: RequestContext, entity: Entity): Turns {
    const all = returnsIdOnly(ctx) ? this.#answeringIds : this.#answeringRecords;
    let ofPrincipal = all.get(ctx.principal);
    if (!ofPrincipal) all.set(ctx.principal, (ofPrincipal = new WeakMap()));
    let turns = ofPrincipal.get(entity);
    if (!turns) ofPrincipal.set(entity, (turns = this.#newTurns()));
    return turns;
  }

  /** Nobody knows what became of a statement whose connection broke, and a database that is away is not asked by all. */
  #leftNothing(error: unknown): boolean {
    if (error instanceof DomainError) return error.kind !== 'unavailable' && error.kind !== 'limited';
    const isOfARow = error instanceof ConstraintViolation || isUndefinedObject(error);
    if (!isOfARow) this.#logger.error(error);
    return true;
  }

  #newTurns(): Turns {
    return new MicroBatcher({
      single: ({ ctx, draft, run }) => this.inserts.store(ctx, draft, run),
      batch: (inserts) => {
        const { ctx, run } = inserts.at(-1)!;
        const shared = inserts.map(({ ctx: { correlationId }, draft }) => ({ correlationId, draft }));
        return this.inserts.storeShared(ctx, shared, run);
      },
      leftNothing: (error) => this.#leftNothing(error),
    });
  }
}
