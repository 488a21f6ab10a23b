import { Worker } from 'node:worker_threads';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '#platform/process/config/config.js';
import { DatabaseServer } from '#platform/database/database-server.js';
import type { LeaseRenewal, LeaseThreadData } from './lease-renewal.js';

/** Longest time between two beats; a blocked process is noticed well within its shortest lease. */
const BEAT_MS = 250;
const BEATS_PER_LEASE = 12;
/** Memory of the thread, in megabytes. */
const THREAD_MB = 32;

/**
 * Keeps the leases of this process while its event loop is blocked, by a thread with a connection of its own. Another node
 * that took the work over would be blocked in turn. A process that ends or is suspended has no thread that renews.
 */
@Injectable()
export class KeepLeases implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(KeepLeases.name);
  readonly #renewals: LeaseRenewal[] = [];
  readonly #beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  #thread: Worker | undefined;
  #beating: NodeJS.Timeout | undefined;

  constructor(
    private readonly server: DatabaseServer,
    private readonly config: Config,
  ) {}

  /** Adds leases of this process. To be called before the application has started. */
  add(renewal: LeaseRenewal): void {
    this.#renewals.push(renewal);
  }

  onApplicationBootstrap(): void {
    // Sources that are compiled as they are loaded have no file for the thread.
    if (!import.meta.url.endsWith('.js') || this.#renewals.length === 0) return;
    const counter = new Int32Array(this.#beats);
    const beatMs = Math.min(BEAT_MS, ...this.#renewals.map(({ leaseMs }) => leaseMs / BEATS_PER_LEASE));
    this.#beating = setInterval(() => void Atomics.add(counter, 0, 1), beatMs).unref();
    const { directUrl: url } = this.server;
    const { statementTimeoutMs, lockTimeoutMs } = this.config.database;
    const workerData: LeaseThreadData = {
      beats: this.#beats,
      beatMs,
      renewals: this.#renewals,
      connection: { url, statementTimeoutMs, lockTimeoutMs },
    };
    const limits = { resourceLimits: { maxOldGenerationSizeMb: THREAD_MB }, execArgv: [] };
    this.#thread = new Worker(new URL('./lease-thread.js', import.meta.url), { workerData, ...limits });
    this.#thread.on('error', (error) => this.#logger.warn(error)).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#beating);
    await this.#thread?.terminate();
  }
}
