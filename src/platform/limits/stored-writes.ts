import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DomainError } from '#core/errors.js';
import { Config } from '#platform/process/config/config.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';

const MAX_ENVIRONMENTS = 10_000;
/** Time for which a sum with room is trusted: writes of other processes are seen later. */
const FRESH_MS = 5_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Runs that a request waits for have no lease: their queue is bounded by itself. Callers may see an outcome a moment before
 * its command is finished.
 */
const IS_OPEN = `c.finished_on IS NULL AND c.lease_until < 'infinity'
  AND NOT EXISTS (SELECT FROM platform.operation o WHERE o.id = c.id)`;

const SUM = `
  SELECT COALESCE(sum(octet_length(c.body)), 0)::text AS bytes
  FROM platform.command c
  WHERE ${IS_OPEN} AND c.environment_id = $1`;

const SUMS = `
  SELECT COALESCE(sum(s.bytes), 0)::text AS total, COALESCE(max(s.bytes), 0)::text AS most
  FROM (
    SELECT sum(octet_length(c.body)) AS bytes
    FROM platform.command c
    WHERE ${IS_OPEN}
    GROUP BY c.environment_id
  ) s`;

const TOTAL = {
  kind: 'gauge',
  name: 'accepted_write_bytes',
  help: 'Bodies of writes that were answered 202 and are not done, of all nodes and environments.',
  merge: 'max',
} as const;
const MOST = {
  kind: 'gauge',
  name: 'accepted_write_bytes_most',
  help: 'The same of the environment that has most; WRITE_QUEUE_STORED_BYTES bounds it.',
  merge: 'max',
} as const;

interface Sum {
  readonly atMs: number;
  bytes: number;
}

interface Totals {
  readonly total: number;
  readonly most: number;
}

/**
 * Bounds the bodies of accepted writes that an environment stores, on all nodes and of nodes that have ended. Sums of several
 * processes may exceed the limit a little.
 */
@Injectable()
export class StoredWrites {
  readonly #sums = new LRUCache<string, Sum>({ max: MAX_ENVIRONMENTS });
  readonly #limit: number;
  #totals: { readonly atMs: number; readonly found: Promise<Totals> } | undefined;

  constructor(
    private readonly platform: PlatformDatabase,
    { operations }: Config,
    metrics: Metrics,
  ) {
    this.#limit = operations.storedBytes;
    metrics.add(TOTAL, {}, async () => (await this.#look()).total);
    metrics.add(MOST, {}, async () => (await this.#look()).most);
  }

  /**
   * Takes room for a body. A single one is accepted whatever its size.
   * @throws {DomainError} RateLimited
   */
  async take(environmentId: string, bytes: number): Promise<void> {
    const room = this.#limit - bytes;
    const known = this.#sums.get(environmentId);
    const isEnough = known && known.bytes <= room && performance.now() - known.atMs < FRESH_MS;
    const sum = isEnough ? known : await this.#sum(environmentId);
    this.#sums.set(environmentId, sum);
    if (sum.bytes > 0 && sum.bytes > room) throw this.#refusal();
    sum.bytes += bytes;
  }

  /** Forgets the sum of an environment whose write is done. */
  forget(environmentId: string): void {
    this.#sums.delete(environmentId);
  }

  #refusal(): DomainError {
    const message =
      `The accepted writes of this environment that are not done have more than ${this.#limit} bytes ` +
      `(WRITE_QUEUE_STORED_BYTES). Try again when some of them are done.`;
    const params = { LimitBytes: this.#limit, RetryAfterSeconds: RETRY_AFTER_SECONDS };
    return new DomainError({ code: 'RateLimited', message, params });
  }

  async #sum(environmentId: string): Promise<Sum> {
    const [{ bytes }] = await this.platform.repeatable<{ bytes: string }>(SUM, [environmentId]);
    return { atMs: performance.now(), bytes: Number(bytes) };
  }

  #look(): Promise<Totals> {
    const atMs = performance.now();
    if (!this.#totals || atMs - this.#totals.atMs > FRESH_MS) this.#totals = { atMs, found: this.#readTotals() };
    return this.#totals.found;
  }

  async #readTotals(): Promise<Totals> {
    const [{ total, most }] = await this.platform.repeatable<Record<keyof Totals, string>>(SUMS);
    return { total: Number(total), most: Number(most) };
  }
}
