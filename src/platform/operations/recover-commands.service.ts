import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { WakeSignal } from '../scheduling/wake-signal.js';
import { CommandContext } from './command-context.js';
import { CommandRepository, type TakenCommand } from './command.repository.js';
import { OutcomeStore } from '../outcomes/outcome-store.repository.js';
import { RunWrite } from './run-write.service.js';
import { SubmittedWrite } from './submitted-write.js';
import { WriteQueue } from './write-queue.js';

/** Number of times per lease that leases are renewed and commands are looked for. */
const LOOKS_PER_LEASE = 3;
const MAX_PAUSE_MS = 1_000;

/** Executes commands whose process ended or released them. Every node does. */
@Injectable()
export class RecoverCommands implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #logger = new Logger(RecoverCommands.name);
  readonly #wakeSignal = new WakeSignal();
  readonly #pauseMs: number;
  #isStopped = false;
  #takesOver = true;
  #watching: Promise<void> | undefined;

  constructor(
    private readonly commands: CommandRepository,
    private readonly outcomes: OutcomeStore,
    private readonly contexts: CommandContext,
    private readonly queue: WriteQueue,
    private readonly runs: RunWrite,
  ) {
    this.#pauseMs = Math.min(queue.leaseMs / LOOKS_PER_LEASE, MAX_PAUSE_MS);
  }

  onApplicationBootstrap(): void {
    this.#watching = this.#watch();
  }

  /** Stops taking commands over before the process ends. */
  beforeApplicationShutdown(): void {
    this.#takesOver = false;
  }

  async onApplicationShutdown(): Promise<void> {
    this.#isStopped = true;
    this.#wakeSignal.wake();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    while (!this.#isStopped) {
      await this.#look().catch((error: unknown) => this.#logger.warn(error));
      await this.#wakeSignal.wait(this.#pauseMs);
    }
  }

  async #look(): Promise<void> {
    const { ids, free, busy } = this.queue;
    if (ids.length > 0) await this.commands.renew(ids);
    if (!this.#takesOver || free === 0) return;
    const taken = await this.commands.take(free, busy);
    // There may be more commands: look again as soon as a worker is free.
    const wake = (): void => (taken.length === free ? this.#wakeSignal.wake() : undefined);
    for (const each of taken) void this.#recover(each).finally(wake);
  }

  /** Finishes a command that has an outcome already; executes any other again, with the caller's current rights. */
  async #recover({ command, attempt }: TakenCommand): Promise<void> {
    const write = SubmittedWrite.again(command, this.queue);
    try {
      await this.queue.takeOver(command);
      if (await this.outcomes.isThere(command.id)) {
        await this.commands.finish(command.id);
        return this.queue.leave(command.id);
      }
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
