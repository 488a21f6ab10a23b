import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '#core/context/context.js';
import { countQueued } from '#automation/core/workflows/cancel-runs.sql.js';
import { Config } from '#platform/process/config/config.js';
import type { Transaction } from '#platform/database/transaction.js';

const MAX_ENVIRONMENTS = 10_000;
/** Time for which a count is trusted: runs of other processes are seen later. */
const FRESH_MS = 5_000;
/** The same of a queue that was full. */
const FULL_MS = 500;

interface Counted {
  readonly atMs: number;
  free: number;
  freeBytes: number;
}

/**
 * Bounds the runs that wait in the queue of an environment, and the bytes of their inputs and outputs. Counts of several
 * processes may exceed the limits a little.
 */
@Injectable()
export class RunPlaces {
  readonly #counted = new LRUCache<string, Counted>({ max: MAX_ENVIRONMENTS });
  readonly #limit: number;
  readonly #byteLimit: number;

  constructor({ runs }: Config) {
    this.#limit = runs.queueLimit;
    this.#byteLimit = runs.keptBytes;
  }

  /** Takes places in the queue. @returns number of places that were free, at most `wanted` */
  async take(ctx: RequestContext, wanted: number, tx: Transaction): Promise<number> {
    const { id } = ctx.catalogue.environment;
    const known = this.#counted.get(id);
    const counted = known && isFresh(known, wanted) ? known : await this.#count(ctx, tx);
    this.#counted.set(id, counted);
    const taken = counted.freeBytes > 0 ? Math.min(wanted, Math.max(counted.free, 0)) : 0;
    counted.free -= taken;
    return taken;
  }

  /** Notes the bytes of runs that took their places. */
  addBytes({ catalogue }: RequestContext, bytes: number): void {
    const counted = this.#counted.get(catalogue.environment.id);
    if (counted) counted.freeBytes -= bytes;
  }

  /** Says why a run got no place. */
  refusal({ catalogue }: RequestContext): string {
    const counted = this.#counted.get(catalogue.environment.id);
    const what =
      counted && counted.freeBytes <= 0
        ? `the inputs and outputs of the environment's runs that have not ended exceed ${this.#byteLimit} bytes (RUN_BYTES)`
        : `${this.#limit} runs of the environment wait`;
    return `The queue is full: ${what}. Retry the run when fewer do.`;
  }

  async #count(ctx: RequestContext, tx: Transaction): Promise<Counted> {
    const [{ queued, bytes }] = await tx.runStatement(countQueued, ctx, { limit: this.#limit });
    return { atMs: performance.now(), free: this.#limit - queued, freeBytes: this.#byteLimit - Number(bytes) };
  }
}

const isFresh = ({ atMs, free, freeBytes }: Counted, wanted: number): boolean =>
  performance.now() - atMs < (free >= wanted && freeBytes > 0 ? FRESH_MS : FULL_MS);
