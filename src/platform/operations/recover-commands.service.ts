import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Loop } from '#platform/process/scheduling/loop.js';
import { CommandContext } from './command-context.js';
import { CommandRepository, type TakenCommand } from './command.repository.js';
import { MAX_LOSSES, SUSPECT_LOSSES } from './losses.js';
import { KeepLeases } from './keep-leases.service.js';
import { OutcomeStore } from './outcomes/outcome-store.repository.js';
import { RunWrite } from './run-write.service.js';
import { SubmittedWrite } from './submitted-write.js';
import { WriteQueue } from './write-queue.js';

/** Number of times per lease that leases are renewed and commands are looked for. */
const LOOKS_PER_LEASE = 3;
const MAX_PAUSE_MS = 1_000;

/**
 * Executes commands whose process ended or released them. Every node does. A command that may have ended its processes is
 * executed without others that were taken over, so that it ends without them.
 */
@Injectable()
export class RecoverCommands implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #logger = new Logger(RecoverCommands.name);
  readonly #watching: Loop;
  #takesOver = true;
  /** Commands that were taken over and have not ended. */
  readonly #taken = new Set<TakenCommand>();

  constructor(
    private readonly commands: CommandRepository,
    private readonly outcomes: OutcomeStore,
    private readonly queue: WriteQueue,
    private readonly contexts: CommandContext,
    private readonly runs: RunWrite,
    leases: KeepLeases,
  ) {
    leases.add(commands.renewal);
    const pauseMs = Math.min(queue.leaseMs / LOOKS_PER_LEASE, MAX_PAUSE_MS);
    this.#watching = new Loop(() => this.#look(), { pauseMs, logger: this.#logger });
  }

  onApplicationBootstrap(): void {
    this.#watching.start();
  }

  /** Stops taking commands over before the process ends. */
  beforeApplicationShutdown(): void {
    this.#takesOver = false;
  }

  onApplicationShutdown(): Promise<void> {
    return this.#watching.stop();
  }

  async #look(): Promise<void> {
    const { ids, free, busy } = this.queue;
    if (ids.length > 0) await this.commands.renew(ids);
    if (!this.#takesOver || free === 0 || [...this.#taken].some(isSuspect)) return;
    const taken = await this.commands.take(free, busy, this.#taken.size === 0);
    for (const each of taken) this.#begin(each, taken.length === free);
  }

  /** @param isMore true where there may be more commands: it looks again as soon as a worker is free. */
  #begin(taken: TakenCommand, isMore: boolean): void {
    this.#taken.add(taken);
    void this.#recover(taken).finally(() => {
      this.#taken.delete(taken);
      if (isMore || isSuspect(taken)) this.#watching.wake();
    });
  }

  /** Finishes a command that has an outcome already; executes any other again, with the caller's current rights. */
  async #recover({ command, attempt, losses }: TakenCommand): Promise<void> {
    const write = SubmittedWrite.again(command, this.queue);
    try {
      await this.queue.takeOver(command);
      if (await this.outcomes.isThere(command.id)) {
        await this.commands.finish(command.id);
        return this.queue.leave(command.id);
      }
      if (losses >= MAX_LOSSES) return await this.runs.giveUp(write);
      const ctx = await this.contexts.of(command).catch(async (error: unknown) => {
        await this.runs.refuse(write, error, attempt);
        return undefined;
      });
      if (ctx) await this.runs.execute(ctx, write, attempt);
    } catch (error) {
      // Either its outcome is stored, or it is tried again when its lease expires.
      this.queue.leave(command.id);
      this.#logger.debug(error);
    }
  }
}

const isSuspect = ({ losses }: TakenCommand): boolean => losses >= SUSPECT_LOSSES;
