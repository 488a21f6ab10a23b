import { preferredOf } from './affinity.js';
import type { BoundStatement } from './connection.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import type { Consumer } from '#platform/process/shares/permit.js';
import { partsOf } from '#platform/process/shares/share-settings.js';
import { MAX_LENGTH, type OpenConnection, Pipeline } from './pipeline.js';

/** Connections of a process for short reads, beside the pool; two keep two cores of PostgreSQL busy. */
export const READ_PIPELINES = 2;
/** Reads of one turn of the event loop on one connection, before the next one is used. */
const TURN_LENGTH = MAX_LENGTH / 2;
/** Number of short reads that preparing a statement costs as much as. */
const PREPARING = 8;

/**
 * Pipelines for short reads of callers (decision 0211). They take a read if its statement is prepared and short, and if
 * its caller has a permit; otherwise the read takes a connection of the pool, and waits there if it must.
 */
export class ReadPipelines {
  readonly #pipelines: readonly Pipeline[];
  readonly share: FairShare;

  constructor(open: OpenConnection, count = READ_PIPELINES) {
    this.#pipelines = Array.from({ length: count }, () => new Pipeline(open));
    const ratios = { perUser: 0.4, perTenant: 0.7, kept: 0.3, keptInTenant: 0.2 };
    const parts = partsOf(count * MAX_LENGTH, ratios);
    this.share = new FairShare('short reads', { ...parts, waitMs: 0, waitingPerUser: 0 });
  }

  /** Sends a read. @returns undefined, at once or later, when it must run on a connection of its own */
  read<Row>(consumer: Consumer, call: BoundStatement): Promise<readonly Row[] | undefined> | undefined {
    if (call.name === '' || call.latency?.isShort !== true) return undefined;
    const pipeline = this.#next(call);
    if (pipeline === undefined) return undefined;
    const permit = this.share.tryAcquire(consumer);
    return permit && pipeline.read<Row>(call, permit);
  }

  /** Closes the connections after the reads under way. */
  async end(): Promise<void> {
    await Promise.all(this.#pipelines.map((pipeline) => pipeline.end()));
  }

  /**
   * Chooses the pipeline that answers first, with the time that it takes to prepare the statement; undefined when none is
   * ready. So an environment stays on few connections, until the others have much less to do.
   */
  #next(call: BoundStatement): Pipeline | undefined {
    const ready = this.#pipelines.filter((pipeline) => pipeline.isReady());
    const begun = ready.find(
      (pipeline) => pipeline.isHeld && pipeline.length < TURN_LENGTH && pipeline.holds(call.name),
    );
    if (begun !== undefined || ready.length < 2) return begun ?? ready[0];
    const preferred = preferredOf(call.schema ?? '', this.#pipelines);
    const costOf = (pipeline: Pipeline): number =>
      pipeline.length + (pipeline.holds(call.name) ? 0 : pipeline === preferred ? PREPARING / 2 : PREPARING);
    return leastOf(ready, costOf);
  }
}

function leastOf<T>(items: readonly T[], costOf: (item: T) => number): T | undefined {
  let least: T | undefined;
  let lowest = Infinity;
  for (const item of items) {
    const cost = costOf(item);
    if (cost < lowest) [least, lowest] = [item, cost];
  }
  return least;
}
