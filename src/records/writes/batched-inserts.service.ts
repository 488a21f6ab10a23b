import { Injectable, Logger } from '@nestjs/common';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { Draft } from '#records/core/drafts/draft.js';
import { type Principal, type RequestContext, returnsIdOnly } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { isShareableAmongCallers } from '#records/core/inserts/plan-shared-insert.js';
import { Database } from '#platform/database/database.js';
import { ConstraintViolation, isUndefinedObject } from '#platform/database/connections/database.errors.js';
import { Traces } from '#platform/observability/traces/traces.js';
import { MicroBatcher } from '#platform/process/scheduling/micro-batcher.js';
import { InsertRepository } from './insert.repository.js';
import { autocommit } from './statement-call.js';

/** Time for which a caller shares no statement with others after one of their inserts was refused. */
const ISOLATION_MS = 1_000;

interface Insert {
  readonly ctx: RequestContext;
  readonly draft: Draft;
}

type InsertBatcher = MicroBatcher<Insert, string>;
type Batchers = Map<string, InsertBatcher>;

/**
 * Inserts into one entity that arrive while others are being stored share the next statement: a statement costs several
 * times what another row in it costs. Each insert keeps its own user, outcome, faults and answer. Callers share a
 * statement with each other where the rights of none of them matter to it, else each with themselves.
 */
@Injectable()
export class BatchedInserts {
  readonly #logger = new Logger(BatchedInserts.name);
  /**
   * By what their statements depend on: the definitions, or one state of a user's access. When that is replaced, its
   * batchers are collected with it.
   */
  readonly #batchers = new WeakMap<Catalogue | Principal, Batchers>();
  /** Callers whose inserts were refused, with the end of the time for which they stay apart. */
  readonly #apart = new WeakMap<Principal, number>();

  constructor(
    private readonly database: Database,
    private readonly inserts: InsertRepository,
    private readonly traces: Traces,
  ) {}

  /**
   * Stores a shareable draft by a statement that commits by itself.
   * @returns the created record as JSON text, as its writer may see it
   * @throws as `InsertRepository.store`
   */
  store(ctx: RequestContext, draft: Draft): Promise<string> {
    const { principal, catalogue } = ctx;
    const isIsolated = (this.#apart.get(principal) ?? 0) > performance.now();
    const isAmongCallers = !isIsolated && isShareableAmongCallers(ctx, draft);
    return this.#batcherOf(isAmongCallers ? catalogue : principal, ctx, draft).add({ ctx, draft });
  }

  /** One batcher per kind of statement: snapshot of the definitions, entity, and what is answered. */
  #batcherOf(owner: Catalogue | Principal, ctx: RequestContext, { groups: [{ entity }] }: Draft): InsertBatcher {
    let batchers = this.#batchers.get(owner);
    if (!batchers) this.#batchers.set(owner, (batchers = new Map()));
    const { environment, version } = ctx.catalogue;
    const key = `${environment.id} ${version} ${entity.name} ${returnsIdOnly(ctx) ? 'id' : 'record'}`;
    let batcher = batchers.get(key);
    if (!batcher) batchers.set(key, (batcher = this.#newBatcher(owner === ctx.catalogue)));
    return batcher;
  }

  #newBatcher(isAmongCallers: boolean): InsertBatcher {
    return new MicroBatcher({
      single: (insert) => this.#storeAlone(insert),
      batch: (inserts) => {
        const shared = inserts.map(({ ctx: { correlationId, principal }, draft }) => ({
          correlationId,
          principal,
          draft,
        }));
        const ctx = isAmongCallers ? sharedContext(inserts) : inserts.at(-1)!.ctx;
        const call = this.inserts.sharedCallFor(ctx, shared, isAmongCallers);
        return this.#traced(inserts, () => autocommit(this.database, ctx, call));
      },
      isRolledBack: (error) => this.#isRolledBack(error, isAmongCallers),
      ...(isAmongCallers && { consumerOf: ({ ctx }: Insert) => ctx.principal.userId }),
    });
  }

  /** Sends a shared statement within a span of each insert that is recorded. The statement itself is in the trace of one. */
  #traced<T>(inserts: readonly Insert[], send: () => Promise<T>): Promise<T> {
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.batch.size': inserts.length };
    const recorded = inserts.filter(({ ctx }) => this.traces.isRecorded(ctx.correlationId));
    const within = recorded.reduce(
      (inner, { ctx }) =>
        () =>
          this.traces.within(ctx.correlationId, () => ({ name: 'shared INSERT', kind: 'client', attributes }), inner),
      send,
    );
    return within();
  }

  /** A caller of refused inserts stays apart, so that others' inserts are not repeated because of them. */
  async #storeAlone({ ctx, draft }: Insert): Promise<string> {
    try {
      return await autocommit(this.database, ctx, this.inserts.callFor(ctx, draft));
    } catch (error) {
      if (isOfARow(error)) this.#apart.set(ctx.principal, performance.now() + ISOLATION_MS);
      throw error;
    }
  }

  /**
   * After a lost connection the outcome is unknown; an unavailable database is not asked again for each insert. A share
   * that was used up is that of one caller.
   */
  #isRolledBack(error: unknown, isAmongCallers: boolean): boolean {
    if (error instanceof DomainError) {
      return error.kind !== 'unavailable' && (isAmongCallers || error.kind !== 'limited');
    }
    if (!isOfARow(error) && !isUndefinedObject(error)) this.#logger.error(error);
    return true;
  }
}

/** Kinds of errors that the values of a row cause. */
const ROW_KINDS: ReadonlySet<string> = new Set(['invalid', 'forbidden', 'conflict']);

const isOfARow = (error: unknown): boolean =>
  error instanceof ConstraintViolation || (error instanceof DomainError && ROW_KINDS.has(error.kind));

/** Context of a statement of several callers: of the one with the fewest inserts, at the time of the latest insert. */
function sharedContext(inserts: readonly Insert[]): RequestContext {
  const counts = new Map<string, number>();
  for (const { ctx } of inserts) counts.set(ctx.principal.userId, (counts.get(ctx.principal.userId) ?? 0) + 1);
  const fewest = Math.min(...counts.values());
  const { ctx } = inserts.findLast((insert) => counts.get(insert.ctx.principal.userId) === fewest)!;
  const latest = inserts.reduce((last, insert) => (insert.ctx.at > last ? insert.ctx.at : last), ctx.at);
  return { ...ctx, at: latest };
}
