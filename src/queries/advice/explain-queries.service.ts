import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  planOf,
  rowsAnswered,
  rowsRead,
  type ExplainedRow,
  type PlanNode,
} from '#queries/core/advice/explained-plan.js';
import { hintsFor, type Reading } from '#queries/core/advice/hints.js';
import { isCovered } from '#queries/core/advice/known-indexes.js';
import { proposeIndex } from '#queries/core/advice/propose-index.js';
import { DomainError } from '#core/errors.js';
import { Database } from '#platform/database/database.js';
import type { Transaction } from '#platform/database/transaction.js';
import type { Explanation, QueryCall } from './watched-query.js';

/** Calls that wait to be explained; more are left to their next occurrence. */
const MAX_WAITING = 20;
/** Time before a shape is explained again. */
const AGAIN_AFTER_MS = 3_600_000;
const MAX_EXPLAINED = 2_000;
/** A call is executed once more to be explained: after it the service waits this many times its duration. */
const REST = 10;
const MAX_REST_MS = 60_000;
/** Longest wait for explanations under way. */
const SETTLE_MS = 3_000;
const HURRY_MS = 20;
/** An index helps if a call reads at least these rows, and these for each that it answers. */
const WORTH = { rows: 1_000, readPerAnswered: 10 };

interface Waiting {
  readonly call: QueryCall;
  readonly tell: (explanation: Explanation) => void;
}

/**
 * Finds out why a query was slow: executes it once more with EXPLAIN ANALYZE, with the rights of its caller, one at a
 * time, on the connections of jobs. Its rows stay in the database.
 */
@Injectable()
export class ExplainQueries implements OnApplicationShutdown {
  readonly #logger = new Logger(ExplainQueries.name);
  readonly #waiting: Waiting[] = [];
  readonly #explained = new LRUCache<string, true>({ max: MAX_EXPLAINED, ttl: AGAIN_AFTER_MS });
  readonly #stop = new AbortController();
  #working: Promise<void> | undefined;
  #rest = new AbortController();

  constructor(private readonly database: Database) {}

  /** Explains a call later, unless its shape was explained within the hour. @param key of the shape */
  add(call: QueryCall, key: string, tell: (explanation: Explanation) => void): void {
    if (this.#waiting.length >= MAX_WAITING || this.#explained.has(key) || this.#stop.signal.aborted) return;
    this.#explained.set(key, true);
    this.#waiting.push({ call, tell });
    this.#working ??= this.#work().finally(() => (this.#working = undefined));
  }

  /** Explains waiting calls without a rest, because a user asks for advice; returns after a few seconds at most. */
  async settled(): Promise<void> {
    const until = performance.now() + SETTLE_MS;
    while (this.#working && performance.now() < until) {
      this.#rest.abort();
      await Promise.race([this.#working, sleep(HURRY_MS)]);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    this.#waiting.length = 0;
    this.#rest.abort();
    await this.#working;
  }

  async #work(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const startedAt = performance.now();
      await this.#explainOne(next);
      if (this.#stop.signal.aborted) return;
      this.#rest = new AbortController();
      const rest = Math.min((performance.now() - startedAt) * REST, MAX_REST_MS);
      await sleep(rest, undefined, { signal: this.#rest.signal, ref: false }).catch(() => undefined);
    }
  }

  /** Definitions may have changed meanwhile: then the next slow call is explained. */
  async #explainOne({ call, tell }: Waiting): Promise<void> {
    try {
      tell(await explanationOf(this.database, call));
    } catch (error) {
      this.#logger.debug(error);
    }
  }
}

async function explanationOf(database: Database, call: QueryCall): Promise<Explanation> {
  const { plan } = call;
  const measured = await measure(database, call);
  const proposed = proposeIndex(plan);
  const isWanted = proposed.length > 0 && !isCovered(plan.entity, proposed) && wouldHelp(measured);
  return {
    rowsRead: measured?.rowsRead ?? null,
    rowsAnswered: measured?.rowsAnswered ?? null,
    index: isWanted ? proposed : [],
    hints: measured ? hintsFor(plan, measured) : [],
  };
}

/** Executes the call once more; undefined where it does not end in time. */
async function measure(database: Database, call: QueryCall): Promise<Reading | undefined> {
  try {
    const root = await database.inBackground(call.ctx, (tx) => explain(call, tx, 'ANALYZE, TIMING OFF, '));
    return { rowsRead: rowsRead(root), rowsAnswered: rowsAnswered(root) };
  } catch (error) {
    if (error instanceof DomainError && error.faults.some(({ code }) => code === 'QueryTimeout')) return undefined;
    throw error;
  }
}

async function explain({ ctx, plan, statement }: QueryCall, tx: Transaction, options: string): Promise<PlanNode> {
  const text = `EXPLAIN (${options}FORMAT JSON) ${statement.text}`;
  const [row] = await tx.executeOnce<ExplainedRow>(ctx, { text, slots: statement.slots }, plan.args, 'read');
  return planOf(row);
}

/** Tells whether reading an index would save much: most rows were read without result, or the call did not end in time. */
function wouldHelp(measured: Reading | undefined): boolean {
  if (!measured) return true;
  const { rowsRead: read, rowsAnswered: answered } = measured;
  return read >= WORTH.rows && read > answered * WORTH.readPerAnswered;
}
