import { Injectable } from '@nestjs/common';
import type { RunEnd } from '#automation/core/runs/end-run.sql.js';
import { Config } from '#platform/process/config/config.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { type Backlog, RunQueueRepository } from '#automation/queue/run-queue.repository.js';

const ENDED = { kind: 'counter', name: 'workflow_runs_ended_total', help: 'Runs that this node has ended.' } as const;
const RETRIED = {
  kind: 'counter',
  name: 'workflow_run_retries_total',
  help: 'Executions after which a run waits for its next try.',
} as const;
const DUE = {
  kind: 'gauge',
  name: 'workflow_runs_due',
  help: 'Runs in the queue that are due and have no worker, of all nodes; at most 10000 are counted.',
  merge: 'max',
} as const;
const OLDEST = {
  kind: 'gauge',
  name: 'workflow_run_oldest_due_seconds',
  help: 'Time for which the oldest of these has been due.',
  merge: 'max',
} as const;

const QUEUED = {
  kind: 'gauge',
  name: 'workflow_runs_queued',
  help: 'Runs that have not ended, of all environments; of each at most 100000 are counted.',
  merge: 'max',
} as const;
const MOST = {
  kind: 'gauge',
  name: 'workflow_runs_queued_most',
  help: 'The same of the environment that has most; RUN_QUEUE_LIMIT bounds it.',
  merge: 'max',
} as const;

/** Age of the queue's figures: a scrape needs no token, and each look at it is a statement. */
const FRESH_MS = 5_000;

/** Counts runs, and looks at their queue when metrics are scraped. */
@Injectable()
export class RunMetrics {
  readonly #ended = new Map<RunEnd['state'], number>();
  #retried = 0;
  #backlog: { readonly atMs: number; readonly found: Promise<Backlog> } | undefined;

  constructor(
    metrics: Metrics,
    { runs }: Config,
    private readonly queue: RunQueueRepository,
  ) {
    if (!runs.isWorker) return;
    for (const state of ['Completed', 'Failed', 'Cancelled'] as const)
      metrics.add(ENDED, { state }, () => this.#ended.get(state) ?? 0);
    metrics.add(RETRIED, {}, () => this.#retried);
    metrics.add(DUE, {}, async () => (await this.#look()).due);
    metrics.add(QUEUED, {}, async () => (await this.#look()).queued);
    metrics.add(MOST, {}, async () => (await this.#look()).most);
    metrics.add(OLDEST, {}, async () => (await this.#look()).oldestSeconds);
  }

  /** Counts an execution that has ended its run. */
  countEnd({ state }: RunEnd): void {
    this.#ended.set(state, (this.#ended.get(state) ?? 0) + 1);
  }

  /** Counts an execution after which the run is tried again. */
  countRetry(): void {
    this.#retried++;
  }

  #look(): Promise<Backlog> {
    const atMs = performance.now();
    if (!this.#backlog || atMs - this.#backlog.atMs > FRESH_MS) this.#backlog = { atMs, found: this.queue.backlog() };
    return this.#backlog.found;
  }
}
