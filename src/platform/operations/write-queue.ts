import { Injectable } from '@nestjs/common';
import { writeJson } from '#core/json/json.js';
import { Config } from '#platform/process/config/config.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { addShare } from '#platform/observability/metrics/part-metrics.js';
import { StoredWrites } from '#platform/limits/stored-writes.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import type { Consumer, Permit } from '#platform/process/shares/permit.js';
import { partsOf, type ShareParts } from '#platform/process/shares/share-settings.js';
import type { Command } from './command.js';
import { type BusyConsumers, CommandRepository } from './command.repository.js';
import { type QueuePermit, QueuePermits } from './queue-permits.js';

const WORKER_PARTS = { perUser: 1 / 2, perTenant: 3 / 4, kept: 1 / 4, keptInTenant: 1 / 4 };

/** A write that was answered 202 and has not ended. */
interface OpenWrite {
  readonly environmentId: string;
  readonly consumer: Consumer;
  /** Absent where the write was taken over although its user's share was used up. */
  readonly permit?: QueuePermit;
  /** Set when it has a worker or waits for one. */
  asksWorker: boolean;
  worker?: Permit;
}

/**
 * Holds the writes of this node that were answered 202 and have not ended. Their number and the bytes of their bodies are
 * limited, and a few run at once. Permits and workers are divided into fair shares.
 */
@Injectable()
export class WriteQueue {
  /** Writes under this node's lease. */
  readonly #open = new Map<string, OpenWrite>();
  readonly #permits: QueuePermits;
  readonly #workers: FairShare;
  readonly #workerShares: ShareParts;

  constructor(
    private readonly config: Config,
    private readonly commands: CommandRepository,
    private readonly stored: StoredWrites,
    metrics: Metrics,
  ) {
    this.#permits = new QueuePermits(config.operations);
    this.#workerShares = partsOf(config.operations.workers, WORKER_PARTS);
    this.#workers = new FairShare('accepted writes', this.#workerShares);
    addShare(metrics, 'write_workers', this.#workers);
    addShare(metrics, 'write_queue', this.#permits.permits);
    addShare(metrics, 'write_queue_bytes', this.#permits.bytes);
  }

  /** Duration of a lease in milliseconds. */
  get leaseMs(): number {
    return this.config.operations.leaseMs;
  }

  /** Commands under this node's lease. */
  get ids(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** Number of free workers. */
  get free(): number {
    return this.config.operations.workers - this.#workers.state.inUse;
  }

  /** Users and tenants whose share of the workers is taken by writes with a worker or waiting for one. */
  get busy(): BusyConsumers {
    const { perUser, perTenant } = this.#workerShares;
    const asking = [...this.#open.values()].filter(({ asksWorker }) => asksWorker).map(({ consumer }) => consumer);
    return {
      userIds: frequent(
        asking.map(({ userId }) => userId),
        perUser,
      ),
      tenantIds: frequent(
        asking.map(({ tenantId }) => tenantId),
        perTenant,
      ),
    };
  }

  /**
   * Stores a command.
   * @throws {DomainError} RateLimited beyond a share, or the limit of the environment; Unavailable when the queue is full or the database cannot be reached
   */
  async enter(command: Command): Promise<void> {
    const body = writeJson(command.body ?? null);
    const bytes = Buffer.byteLength(body);
    const permit = this.#permits.tryAcquire(command, bytes);
    if (permit === undefined) throw this.#permits.refusal(!this.#hasWriteOf(command));
    this.#open.set(command.id, openWrite(command, permit, false));
    try {
      await this.stored.take(command.environmentId, bytes);
      await this.commands.store(command, body);
    } catch (error) {
      this.leave(command.id);
      throw error;
    }
  }

  /** Takes over a command that a node released. */
  takeOver(command: Command): Promise<void> {
    const permit = this.#permits.tryAcquire(command, Buffer.byteLength(writeJson(command.body ?? null)));
    this.#open.set(command.id, openWrite(command, permit, true));
    return this.waitForWorker(command.id);
  }

  /** Waits until a worker is free for the command. */
  async waitForWorker(id: string): Promise<void> {
    const write = this.#open.get(id);
    if (write === undefined) return;
    write.asksWorker = true;
    const worker = await this.#workers.acquire(write.consumer);
    if (this.#open.get(id) === write) write.worker = worker;
    else worker.release();
  }

  /** Removes a command that has ended, or was released. */
  leave(id: string): void {
    const write = this.#open.get(id);
    this.#open.delete(id);
    if (write) this.stored.forget(write.environmentId);
    write?.permit?.release();
    write?.worker?.release();
  }

  #hasWriteOf({ tenantId, userId }: Consumer): boolean {
    return [...this.#open.values()].some(
      ({ consumer }) => consumer.userId === userId && consumer.tenantId === tenantId,
    );
  }
}

const openWrite = (command: Command, permit: QueuePermit | undefined, asksWorker: boolean): OpenWrite => {
  const { environmentId, tenantId, userId } = command;
  return { environmentId, consumer: { tenantId, userId }, permit, asksWorker };
};

/** Ids that occur at least `times` times. */
function frequent(ids: readonly string[], times: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= times).map(([id]) => id);
}
