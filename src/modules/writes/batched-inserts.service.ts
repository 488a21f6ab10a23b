import { Injectable, Logger } from '@nestjs/common';
import type { Draft } from '../../core/drafts/draft.js';
import { type Principal, type RequestContext, returnsIdOnly } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import { Database } from '../../platform/database/database.js';
import { ConstraintViolation, isUndefinedObject } from '../../platform/database/database.errors.js';
import { MicroBatcher } from '../../platform/scheduling/micro-batcher.js';
import { InsertRepository } from './insert.repository.js';
import { autocommit } from './statement-call.js';

interface Insert {
  readonly ctx: RequestContext;
  readonly draft: Draft;
}

type InsertBatcher = MicroBatcher<Insert, string>;

/**
 * Inserts of one user into one entity that arrive while others are being stored share the next statement: a statement
 * costs several times what another row in it costs. Each insert keeps its own outcome, faults and answer.
 */
@Injectable()
export class BatchedInserts {
  readonly #logger = new Logger(BatchedInserts.name);
  /** A principal is one state of a user's access; when it is replaced, its batchers are collected with it. */
  readonly #batchers = new WeakMap<Principal, Map<string, InsertBatcher>>();

  constructor(
    private readonly database: Database,
    private readonly inserts: InsertRepository,
  ) {}

  /**
   * Stores a shareable draft by a statement that commits by itself.
   * @returns the created record as JSON text, as its writer may see it
   * @throws as `InsertRepository.store`
   */
  store(ctx: RequestContext, draft: Draft): Promise<string> {
    return this.#batcherOf(ctx, draft).add({ ctx, draft });
  }

  /** One batcher per kind of statement: snapshot of the definitions, entity, and what is answered. */
  #batcherOf(ctx: RequestContext, { groups: [{ entity }] }: Draft): InsertBatcher {
    let ofPrincipal = this.#batchers.get(ctx.principal);
    if (!ofPrincipal) this.#batchers.set(ctx.principal, (ofPrincipal = new Map()));
    const { environment, version } = ctx.catalogue;
    const key = `${environment.id} ${version} ${entity.name} ${returnsIdOnly(ctx) ? 'id' : 'record'}`;
    let batcher = ofPrincipal.get(key);
    if (!batcher) ofPrincipal.set(key, (batcher = this.#newBatcher()));
    return batcher;
  }

  #newBatcher(): InsertBatcher {
    return new MicroBatcher({
      single: ({ ctx, draft }) => autocommit(this.database, ctx, this.inserts.callFor(ctx, draft)),
      batch: (inserts) => {
        const { ctx } = inserts.at(-1)!;
        const shared = inserts.map(({ ctx: { correlationId }, draft }) => ({ correlationId, draft }));
        return autocommit(this.database, ctx, this.inserts.sharedCallFor(ctx, shared));
      },
      leftNothing: (error) => this.#leftNothing(error),
    });
  }

  /** After a lost connection the outcome is unknown; an unavailable database is not asked again for each insert. */
  #leftNothing(error: unknown): boolean {
    if (error instanceof DomainError) return error.kind !== 'unavailable' && error.kind !== 'limited';
    const isOfARow = error instanceof ConstraintViolation || isUndefinedObject(error);
    if (!isOfARow) this.#logger.error(error);
    return true;
  }
}
