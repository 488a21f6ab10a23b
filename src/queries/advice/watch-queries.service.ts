import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { DURATION_RANGES, rangeOf } from '#queries/core/advice/durations.js';
import { describeQuery } from '#queries/core/advice/describe-query.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { Config } from '#platform/process/config/config.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';
import { ExplainQueries } from './explain-queries.service.js';
import { QueryShapeRepository } from './query-shape.repository.js';
import { shapeHash } from './shape-hash.js';
import type { Explanation, QueryCall, SlowQuery, Tally } from './watched-query.js';

/** Queries that are watched in each version of a catalogue; the oldest ones make way. */
const MAX_WATCHED = 500;

/** A shape of queries whose calls are counted. */
class WatchedShape {
  #tally = noCalls();
  #explanation: Explanation | undefined;

  constructor(readonly shape: SlowQuery) {}

  count(ms: number): void {
    const tally = this.#tally;
    tally.calls++;
    tally.totalMs += ms;
    tally.maxMs = Math.max(tally.maxMs, ms);
    tally.durations[rangeOf(ms)]++;
  }

  explained(explanation: Explanation): void {
    this.#explanation = explanation;
  }

  /** Hands over what was counted since the last time; undefined without calls. */
  take(): { readonly shape: SlowQuery; readonly tally: Tally; readonly explanation?: Explanation } | undefined {
    const [tally, explanation] = [this.#tally, this.#explanation];
    if (tally.calls === 0 && !explanation) return undefined;
    this.#tally = noCalls();
    this.#explanation = undefined;
    return { shape: this.shape, tally, ...(explanation && { explanation }) };
  }
}

const noCalls = (): Tally => ({
  calls: 0,
  totalMs: 0,
  maxMs: 0,
  durations: Array.from({ length: DURATION_RANGES }, () => 0),
});

/**
 * Counts the calls of queries that were slow once, by their shape, and stores the figures every few seconds. A query
 * that was never slow costs one look into a map.
 */
@Injectable()
export class WatchQueries implements OnApplicationShutdown {
  readonly #logger = new Logger(WatchQueries.name);
  /** By the key of the plan; those of a replaced catalogue go with it. */
  readonly #watched = new WeakMap<Catalogue, Map<string, WatchedShape>>();
  /** By environment and hash: shapes with calls that are not stored yet. */
  #counted = new Map<string, WatchedShape>();

  constructor(
    private readonly config: Config,
    private readonly shapes: QueryShapeRepository,
    private readonly explain: ExplainQueries,
  ) {}

  /** Notes a call of a query. @param ms its duration, waits for a connection included */
  note(call: QueryCall, ms: number): void {
    const { ctx, plan } = call;
    const isSlow = ms >= this.config.slowQueryMs;
    const watched = this.#watched.get(ctx.catalogue)?.get(plan.key) ?? (isSlow ? this.#watch(call) : undefined);
    if (!watched) return;
    watched.count(ms);
    this.#counted.set(keyOf(watched.shape), watched);
    if (isSlow) this.explain.add(call, keyOf(watched.shape), (explanation) => this.#explained(watched, explanation));
  }

  /** Stores what was counted since the last time. */
  @Upkeep(10_000)
  async store(): Promise<void> {
    const counted = this.#counted;
    this.#counted = new Map();
    const taken = [...counted.values()].flatMap((watched) => watched.take() ?? []);
    if (taken.length === 0) return;
    await this.shapes.add(taken).catch((error: unknown) => {
      this.#logger.warn(`The figures of ${taken.length} slow queries since the last time were lost.`);
      this.#logger.warn(error);
    });
  }

  /** Waits for explanations under way and stores all. */
  async settle(): Promise<void> {
    await this.explain.settled();
    await this.store();
  }

  @Upkeep(3_600_000)
  expire(): Promise<void> {
    return this.shapes.expire();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.store();
  }

  #watch({ ctx, plan }: QueryCall): WatchedShape {
    const { catalogue } = ctx;
    const known = this.#watched.get(catalogue) ?? new Map<string, WatchedShape>();
    this.#watched.set(catalogue, known);
    const shape = shapeOf({ ctx, plan });
    const same = this.#counted.get(keyOf(shape)) ?? [...known.values()].find((each) => each.shape.hash === shape.hash);
    const watched = same ?? new WatchedShape(shape);
    known.set(plan.key, watched);
    if (known.size > MAX_WATCHED) known.delete(known.keys().next().value!);
    return watched;
  }

  #explained(watched: WatchedShape, explanation: Explanation): void {
    watched.explained(explanation);
    this.#counted.set(keyOf(watched.shape), watched);
  }
}

function shapeOf({ ctx, plan }: Pick<QueryCall, 'ctx' | 'plan'>): SlowQuery {
  const { entity } = plan;
  const shape = describeQuery(ctx, plan);
  return { environmentId: ctx.catalogue.environment.id, hash: shapeHash(entity, shape), entity: entity.name, shape };
}

const keyOf = ({ environmentId, hash }: SlowQuery): string => `${environmentId} ${hash}`;
