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

/** Commands are looked for and leases renewed so many times within a lease. */
const LOOKS_PER_LEASE = 3;
const MAX_PAUSE_MS = 1_000;

/** Runs commands whose process ended or let them go; every node does (P1, P3). */
@Injectable()
export class RecoverCommands implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #logger = new Logger(RecoverCommands.name);
  readonly #bell = new WakeSignal();
  readonly #pauseMs: number;
  #isOver = false;
  #takes = true;
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

  /** A process that is about to stop takes nothing over. */
  beforeApplicationShutdown(): void {
    this.#takes = false;
  }

  async onApplicationShutdown(): Promise<void> {
    this.#isOver = true;
    this.#bell.wake();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      await this.#look().catch((error: unknown) => this.#logger.warn(error));
      await this.#bell.wait(this.#pauseMs);
    }
  }

  async #look(): Promise<void> {
    const { ids, free, busy } = this.queue;
    if (ids.length > 0) await this.commands.renew(ids);
    if (!this.#takes || free === 0) return;
    const taken = await this.commands.take(free, busy);
    // There may be more of them, each for the next one that is free.
    const wake = (): void => (taken.length === free ? this.#bell.wake() : undefined);
    for (const each of taken) void this.#recover(each).finally(wake);
  }

  /** A command whose outcome is there was only not finished; any other runs again, as its caller may now. */
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
      // What became of it stands in its outcome, or it is tried again when its lease is over.
      this.queue.leave(command.id);
      this.#logger.debug(error);
    }
  }
}
