import { Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import { isOfOtherTables } from '../database/database.errors.js';
import { Drain } from '../http/drain.js';
import { problem, problemOf, type Problem } from '../http/problem.js';
import { ROUTES, type Command, type Route, type WriteHandler } from './command.js';
import { CommandRepository } from './command.repository.js';
import type { WriteResult } from '../outcomes/outcome.js';
import { OutcomeStore, type FailedWrite } from '../outcomes/outcome-store.repository.js';
import type { SubmittedWrite } from './submitted-write.js';
import { WriteQueue } from './write-queue.js';

/** So often a command is tried that the service, not the caller, is to blame for; then it has failed. */
const MAX_ATTEMPTS = 8;
const RETRY_MS = 1_000;

/** Runs writes, and sees to it that each that answered 202 gets one outcome. */
@Injectable()
export class RunWrite {
  readonly #logger = new Logger(RunWrite.name);
  readonly #handlers = new Map<Route, WriteHandler>();

  constructor(
    private readonly commands: CommandRepository,
    private readonly outcomes: OutcomeStore,
    private readonly queue: WriteQueue,
    private readonly drain: Drain,
  ) {}

  /** Says who runs the writes of a route. */
  handle(route: Route, handler: WriteHandler): void {
    this.#handlers.set(route, handler);
  }

  /**
   * Runs a write to its end, whoever still waits for it.
   * @param attempt counts from 1.
   * @param work instead of its route's handler
   * @throws what the write throws
   */
  execute(
    ctx: RequestContext,
    write: SubmittedWrite,
    attempt = 1,
    work = this.#handlers.get(write.command.route)!,
  ): Promise<WriteResult> {
    return this.drain.track(async () => {
      try {
        const made = await work(Object.freeze({ ...ctx, submission: write }), write.command.body);
        const done = { ...made, log: [...new Set([...made.log, ...write.log])] };
        await this.#keepDone(write, done);
        return done;
      } catch (error) {
        await this.refuse(write, error, attempt);
        throw error;
      }
    });
  }

  async #keepDone(write: SubmittedWrite, done: WriteResult): Promise<void> {
    await write.settle();
    if (!write.keepsBody) return;
    const { id } = write.command;
    try {
      await this.outcomes.keepBody(id, done);
      if (write.isStored) await this.commands.finish(id);
    } catch (error) {
      this.#logger.error(error);
    } finally {
      this.queue.leave(id);
    }
  }

  /** Keeps why a write failed, or lets its command be tried again where the caller is not to blame. */
  async refuse(write: SubmittedWrite, error: unknown, attempt: number): Promise<void> {
    await write.settle();
    const { id, key } = write.command;
    if (!write.mayBeStored && !(key && write.hasBegun)) return;
    try {
      if (!write.isStored) await this.#keepRefusal(write, error);
      else if (isPassing(error) && attempt < MAX_ATTEMPTS) await this.commands.release(id, RETRY_MS * attempt);
      else await this.#keepFailure(write, error);
    } catch (failure) {
      this.#logger.error(failure);
    } finally {
      this.queue.leave(id);
    }
  }

  /**
   * Of a write that its caller waited for: a repetition is told the same, unless the service failed or had no capacity.
   * Where the command may be stored unheard, nobody is to run it after this.
   */
  async #keepRefusal({ command }: SubmittedWrite, error: unknown): Promise<void> {
    const failure = this.#problemOf(command.id, error);
    if (!isOverload(error) && failure.status < 500) await this.outcomes.keepRefusal(failed(command), failure);
  }

  async #keepFailure({ command }: SubmittedWrite, error: unknown): Promise<void> {
    await this.outcomes.keepRefusal(failed(command), this.#problemOf(command.id, error));
    await this.commands.finish(command.id);
  }

  #problemOf(id: string, error: unknown): Problem {
    if (error instanceof DomainError) return problemOf(error);
    this.#logger.error(error);
    return problem('Internal', `The service failed. Quote request ${id} to its operator.`);
  }
}

const failed = (command: Command): FailedWrite => ({ ...command, operation: ROUTES[command.route] });

/** The service had no capacity for the write, or its user had too much of it. */
const isOverload = (error: unknown): boolean =>
  error instanceof DomainError && (error.kind === 'unavailable' || error.kind === 'limited');

/** Another try may succeed: there was no capacity, records were contended, or definitions changed meanwhile. */
const isPassing = (error: unknown): boolean => isOverload(error) || isOfOtherTables(error);
