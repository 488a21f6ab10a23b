import { Logger } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { Metrics } from '#platform/observability/metrics/metrics.js';
import { addPool, addShare } from '#platform/observability/metrics/part-metrics.js';
import { Loop } from '#platform/process/scheduling/loop.js';
import { preferredOf } from '../connections/affinity.js';
import type { BoundStatement } from '../connections/connection.js';
import type { PrimaryPosition } from './primary-position.js';
import type { Standby } from './standby.js';

/** Time between two looks at the standbys; one that is further behind serves no reads. */
const LOOK_EVERY_MS = 500;

/**
 * Standbys that answer reads of callers in place of the primary (docs/read-replicas.md). An answer is as new as the
 * primary's would be: it is asked for its position first. Whatever goes wrong with a standby, the read goes to the primary.
 */
export class Standbys {
  readonly #looking: Loop;
  #answered = 0;
  #left = 0;
  #fallbacks = 0;

  constructor(
    private readonly standbys: readonly Standby[],
    private readonly position: PrimaryPosition,
    private readonly statementTimeoutMs: number,
  ) {
    this.#looking = new Loop(() => this.#look(), { pauseMs: LOOK_EVERY_MS, logger: new Logger('Standby') });
    this.#looking.start();
  }

  /**
   * Runs a single read of a caller.
   * @returns undefined when the primary must answer
   * @throws {DomainError} QueryTimeout
   */
  async read<Row>(ctx: RequestContext, call: BoundStatement): Promise<readonly Row[] | undefined> {
    const rows = await this.#read<Row>(ctx, call);
    if (rows === undefined) this.#left++;
    else this.#answered++;
    return rows;
  }

  addMetrics(metrics: Metrics): void {
    metrics.add(READS, { server: 'standby' }, () => this.#answered);
    metrics.add(READS, { server: 'primary' }, () => this.#left);
    metrics.add(FALLBACKS, {}, () => this.#fallbacks);
    for (const standby of this.standbys) {
      const { name } = standby;
      metrics.add(SERVING, { standby: name }, () => Number(standby.isServing));
      metrics.add(LAG, { standby: name }, () => standby.lagBytes);
      addPool(metrics, `standby ${name}`, standby);
      addShare(metrics, `standby ${name}`, standby.share);
    }
  }

  async end(): Promise<void> {
    await this.#looking.stop();
    this.position.end();
    await Promise.all(this.standbys.map((standby) => standby.end()));
  }

  async #read<Row>(ctx: RequestContext, call: BoundStatement): Promise<readonly Row[] | undefined> {
    const serving = this.standbys.map((standby) => (standby.isServing ? standby : undefined));
    const standby = preferredOf(ctx.catalogue.environment.schema, serving);
    const after = standby && (await this.position.current());
    if (standby === undefined || after === undefined) return undefined;
    const startedAt = performance.now();
    const rows = await standby.read<Row>(ctx, { ...call, after }).catch((error: unknown) => {
      if (isTimeout(error) && performance.now() - startedAt >= this.statementTimeoutMs) throw error;
      return undefined;
    });
    if (rows === undefined) this.#fallbacks++;
    return rows;
  }

  async #look(): Promise<void> {
    await this.position.mark();
    const position = await this.position.current();
    if (position !== undefined) await Promise.all(this.standbys.map((standby) => standby.look(position)));
  }
}

/** The primary would not answer sooner than a standby that has run the read for the whole time. */
const isTimeout = (error: unknown): boolean => error instanceof DomainError && error.code === 'QueryTimeout';

const READS = {
  kind: 'counter',
  name: 'db_reads_total',
  help: 'Reads of callers, by the server that answered.',
} as const;
const FALLBACKS = {
  kind: 'counter',
  name: 'db_read_fallbacks_total',
  help: 'Reads that a standby got and the primary answered.',
} as const;
const SERVING = { kind: 'gauge', name: 'db_standby_serving', help: '1 while it serves reads.', merge: 'max' } as const;
const LAG = { kind: 'gauge', name: 'db_standby_lag_bytes', help: 'WAL not replayed yet.', merge: 'max' } as const;
