import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#platform/process/config/config.js';
import { DatabaseServer } from '#platform/database/database-server.js';
import { ConnectionDealer } from './connection-dealer.js';
import { RestartDelay } from './restart-delay.js';
import { WorkerMetrics } from './worker-metrics.js';
import { type End, WorkerProcess } from './worker-process.js';

/** Margin after a worker's own time limit for its end; then it is killed. */
const KILL_MARGIN_MS = 1_000;

/**
 * Parent process of several workers (setting CLUSTER). It owns the port and the embedded database, starts workers,
 * replaces those that die, and distributes connections to them. It serves no request, so no request can crash it
 * (decision 0080).
 */
export class Primary {
  readonly #logger = new Logger(Primary.name);
  readonly #dealer = new ConnectionDealer();
  readonly #workers = new Set<WorkerProcess>();
  readonly #metrics = new WorkerMetrics();
  readonly #stop = new AbortController();

  #url = '';

  private constructor(
    private readonly config: Config,
    private readonly program: URL,
    private readonly stopWithinMs: number,
    private readonly database: DatabaseServer,
  ) {}

  /**
   * Sets up the database, starts all workers, and listens once they all serve.
   *
   * @param program module that workers run; it uses `join-primary.ts`
   * @param stopWithinMs longest time that a worker needs to end
   * @throws {Error} when a worker ends before it serves; the worker has logged the reason
   */
  static async start(config: Config, program: URL, stopWithinMs: number): Promise<Primary> {
    const primary = new Primary(config, program, stopWithinMs, await DatabaseServer.start(config));
    try {
      await primary.#open();
      return primary;
    } catch (error) {
      await primary.#end(0);
      throw error;
    }
  }

  /** URL of the port that all workers share. */
  get url(): string {
    return this.#url;
  }

  /** Lets all workers finish their work. @returns true when all did so in time */
  stop(): Promise<boolean> {
    return this.#end(this.config.http.drainDelayMs);
  }

  async #open(): Promise<void> {
    const { cluster, port, host } = this.config;
    const workers = Array.from({ length: cluster }, () => this.#startWorker());
    await Promise.all(workers.map(({ serving }) => serving));
    this.#url = await this.#dealer.listen(port, host);
    for (const worker of workers) void this.#restartWhenEnded(worker);
  }

  /** Starts a worker with a free port of its own, at which other nodes reach it. */
  #startWorker(): WorkerProcess {
    const { url, directUrl } = this.database;
    const database = { ...this.config.database, url, directUrl };
    const worker = new WorkerProcess(this.program, Object.assign({}, this.config, { port: 0, database }));
    this.#workers.add(worker);
    this.#metrics.add(worker);
    void worker.ended.then(() => this.#workers.delete(worker));
    void worker.serving.then(
      () => this.#dealer.add(worker),
      () => undefined,
    );
    return worker;
  }

  /** Restarts a worker whenever it ends. */
  async #restartWhenEnded(first: WorkerProcess): Promise<void> {
    const restarts = new RestartDelay();
    for (let worker = first; ; worker = this.#startWorker()) {
      const startedAtMs = performance.now();
      const end = await worker.ended;
      const delayMs = restarts.after(performance.now() - startedAtMs);
      if (this.#stop.signal.aborted) return;
      this.#logger.error(`Worker ${worker.pid} ended (${end}); another one starts in ${delayMs} ms.`);
      await delay(delayMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
    }
  }

  /**
   * @param drainDelayMs time that connections are still distributed, so that load balancers notice failing readiness
   */
  async #end(drainDelayMs: number): Promise<boolean> {
    this.#stop.abort();
    const workers = [...this.#workers];
    for (const worker of workers) worker.drain();
    const killing = setTimeout(() => workers.forEach((worker) => worker.kill()), this.stopWithinMs + KILL_MARGIN_MS);
    const ended = Promise.all(workers.map((worker) => worker.ended));
    await Promise.race([ended, delay(drainDelayMs)]);
    this.#dealer.close();
    const ends: readonly End[] = await ended;
    clearTimeout(killing);
    await this.database.stop();
    // A worker that was still starting has no work to finish and dies of the signal.
    return ends.every((end) => end === 0 || end === 'SIGTERM');
  }
}
