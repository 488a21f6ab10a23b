import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/config.js';
import { DatabaseServer } from '../database/database-server.js';
import { ConnectionDealer } from './connection-dealer.js';
import { RestartDelay } from './restart-delay.js';
import { type End, WorkerProcess } from './worker-process.js';

/** A worker ends by itself within its own bound; beyond this margin it is killed. */
const KILL_MARGIN_MS = 1_000;

/**
 * The process that several workers serve under (setting CLUSTER): it has the port and, where there is one, the embedded
 * database; it starts workers, replaces those that die, and deals connections out to them. It serves nothing itself, so
 * that nothing that happens to a request can end it.
 */
export class Primary {
  readonly #logger = new Logger(Primary.name);
  readonly #dealer = new ConnectionDealer();
  readonly #workers = new Set<WorkerProcess>();
  readonly #stop = new AbortController();

  #url = '';

  private constructor(
    private readonly config: Config,
    private readonly program: URL,
    private readonly stopWithinMs: number,
    private readonly database: DatabaseServer,
  ) {}

  /**
   * Sets the database up, starts all workers, and listens once they all serve.
   *
   * @param program what workers run: it joins them by `join-primary.ts`
   * @param stopWithinMs how long a worker takes to end at most
   * @throws {Error} when one of them does not come to serve; it has said why.
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

  /** Where the workers are reached together. */
  get url(): string {
    return this.#url;
  }

  /** Lets all workers finish what they have begun. @returns whether all did in time */
  stop(): Promise<boolean> {
    return this.#end(this.config.http.drainDelayMs);
  }

  async #open(): Promise<void> {
    const { cluster, port, host } = this.config;
    const workers = Array.from({ length: cluster }, () => this.#startWorker());
    await Promise.all(workers.map(({ serving }) => serving));
    this.#url = await this.#dealer.listen(port, host);
    for (const worker of workers) void this.#keep(worker);
  }

  /** A worker of its own address: a free port, where the other ones reach it. */
  #startWorker(): WorkerProcess {
    const database = { ...this.config.database, url: this.database.url };
    const worker = new WorkerProcess(this.program, Object.assign({}, this.config, { port: 0, database }));
    this.#workers.add(worker);
    void worker.ended.then(() => this.#workers.delete(worker));
    void worker.serving.then(
      () => this.#dealer.add(worker),
      () => undefined,
    );
    return worker;
  }

  /** Sees to it that there is always one in the place of this worker. */
  async #keep(first: WorkerProcess): Promise<void> {
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

  /** @param drainDelayMs how long connections are still dealt out, so that load balancers see that readiness says no */
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
    // One that was just starting has begun nothing, and dies of the signal.
    return ends.every((end) => end === 0 || end === 'SIGTERM');
  }
}
