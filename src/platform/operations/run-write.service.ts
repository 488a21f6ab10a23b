import { Injectable, Logger } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { RenewContext } from '#platform/catalogue/renew-context.js';
import { isOfOtherTables } from '#platform/database/connections/database.errors.js';
import { Backoff } from '#platform/process/scheduling/backoff.js';
import { Outage } from '#platform/process/scheduling/outage.js';
import { Drain } from '#platform/http/drain.js';
import { problem, problemOf, type Problem } from '#platform/http/problem.js';
import type { NewSpan } from '#platform/observability/traces/tracer.js';
import { Traces } from '#platform/observability/traces/traces.js';
import { ROUTES, type Command, type Route, type WriteHandler } from './command.js';
import { CommandRepository } from './command.repository.js';
import type { WriteOutcome, WriteResult } from './outcomes/outcome.js';
import { OutcomeStore, type FailedWrite } from './outcomes/outcome-store.repository.js';
import { MAX_LOSSES } from './losses.js';
import type { SubmittedWrite } from './submitted-write.js';
import { WriteQueue } from './write-queue.js';

/** Attempts of a command that fails for reasons on the service's side, before it is marked Failed. */
const MAX_ATTEMPTS = 8;
const RETRY = new Backoff(1_000, 5_000);

/** Work of a write, from the body of its request to its outcome. */
type WriteWork = (ctx: RequestContext, body: JsonValue | undefined) => Promise<WriteOutcome>;

/** Executes writes, and stores one outcome for each that was answered 202. */
@Injectable()
export class RunWrite {
  readonly #logger = new Logger(RunWrite.name);
  /** Results and refusals of accepted writes that could not be stored. */
  readonly #storing = new Outage(this.#logger);
  readonly #works = new Map<Route, WriteWork>();

  constructor(
    private readonly commands: CommandRepository,
    private readonly outcomes: OutcomeStore,
    private readonly queue: WriteQueue,
    private readonly drain: Drain,
    private readonly traces: Traces,
    private readonly renewal: RenewContext,
  ) {}

  /** Registers the handler of a route's writes. */
  handle<C>(route: Route, { read, execute }: WriteHandler<C>): void {
    this.#works.set(route, (ctx, body) => {
      const { command, log } = read(ctx, body);
      ctx.submission?.noteLog(log);
      return execute(ctx, command);
    });
  }

  /**
   * Executes a write to its end, whether its caller still waits for it or not.
   * @param attempt counts from 1
   * @param work replaces the handler of its route
   * @throws what the write throws
   */
  execute(
    ctx: RequestContext,
    write: SubmittedWrite,
    attempt = 1,
    work = this.#works.get(write.command.route)!,
  ): Promise<WriteResult> {
    const { id, route, environmentId } = write.command;
    const describe = (): NewSpan => ({
      name: `write ${route}`,
      attributes: { 'environment.id': environmentId, 'write.attempt': attempt },
    });
    const execution = (): Promise<WriteResult> => this.#execute(ctx, write, attempt, work);
    return this.drain.track(() =>
      // A command that was taken over follows from a request that may have been that of another node.
      write.isStored
        ? this.traces.following(id, { correlationId: id, parentId: id }, describe, execution)
        : this.traces.within(id, describe, execution),
    );
  }

  async #execute(ctx: RequestContext, write: SubmittedWrite, attempt: number, work: WriteWork): Promise<WriteResult> {
    try {
      const made = await this.renewal.execute(
        ctx,
        (current) => work(Object.freeze({ ...current, submission: write }), write.command.body),
        () => write.isRepeatable,
      );
      const result = { ...made, log: [...new Set(write.log)] };
      await this.#keepResult(write, result);
      return result;
    } catch (error) {
      await this.refuse(write, error, attempt);
      throw error;
    }
  }

  async #keepResult(write: SubmittedWrite, result: WriteResult): Promise<void> {
    await write.settle();
    if (!write.keepsBody) return;
    const { id } = write.command;
    try {
      await this.outcomes.keepBody(id, result);
      if (write.isStored) await this.commands.finish(id);
      this.#storing.end();
    } catch (error) {
      this.#storing.fail(error);
    } finally {
      this.queue.leave(id);
    }
  }

  /** Stores the refusal of a write, or releases its command for another attempt where the service is at fault. */
  async refuse(write: SubmittedWrite, error: unknown, attempt: number): Promise<void> {
    await write.settle();
    const { id, key } = write.command;
    if (!write.mayBeStored && !(key && write.hasBegun)) return;
    try {
      if (isElsewhere(error)) return;
      if (!write.isStored) await this.#keepRefusal(write, error);
      else if (isTemporary(error) && attempt < MAX_ATTEMPTS) await this.commands.release(id, RETRY.after(attempt));
      else await this.#keepFailure(write, error);
      this.#storing.end();
    } catch (failure) {
      this.#storing.fail(failure);
    } finally {
      this.queue.leave(id);
    }
  }

  /** Ends a stored write whose attempts ended without a result, as those of a process that died. */
  async giveUp(write: SubmittedWrite): Promise<void> {
    const message = `Each of ${MAX_LOSSES} attempts ended with its process or without a result. Nothing was stored.`;
    try {
      await this.#keepFailure(write, new DomainError({ code: 'Unavailable', message }));
    } finally {
      this.queue.leave(write.command.id);
    }
  }

  /**
   * Stores a refusal that its caller got, so that a replay answers the same; failures of the service and overload are
   * not stored. Where the command may be stored without a 202, the refusal keeps other nodes from executing it.
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

/** The service had no capacity for the write, or its user exceeded their share. */
const isOverload = (error: unknown): boolean =>
  error instanceof DomainError && (error.kind === 'unavailable' || error.kind === 'limited');

/** The environment has moved: its new cell has the write, too, and executes it. */
const isElsewhere = (error: unknown): boolean => error instanceof DomainError && error.code === 'OtherCell';

/** Another attempt may succeed: no capacity, contended records, or definitions that changed meanwhile. */
const isTemporary = (error: unknown): boolean => isOverload(error) || isOfOtherTables(error);
