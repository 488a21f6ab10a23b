import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { IdempotencyKey, RequestContext } from '../../core/context.js';
import { DomainError } from '../../core/errors.js';
import { isObject, writeJson, type JsonValue } from '../../core/json/json.js';
import { Config } from '../config/config.js';
import { Reply } from '../http/reply.js';
import type { WriteResult } from '../outcomes/outcome.js';
import type { Command, Route, WriteHandler } from './command.js';
import { OutcomeStore } from '../outcomes/outcome-store.repository.js';
import { processing, replayed } from '../outcomes/replay.js';
import { RunWrite } from './run-write.service.js';
import { SubmittedWrite } from './submitted-write.js';
import { WriteQueue } from './write-queue.js';

/** The way of every write from its route to its answer: 200 within the wait window, else 202 (contract §4.1). */
@Injectable()
export class Operations {
  /** Writes with an idempotency key that run on this node, by the key's hash. */
  readonly #keyed = new Map<string, Promise<unknown>>();

  constructor(
    private readonly config: Config,
    private readonly queue: WriteQueue,
    private readonly runs: RunWrite,
    private readonly outcomes: OutcomeStore,
  ) {}

  /** Says who runs the writes of a route. */
  handle(route: Route, handler: WriteHandler): void {
    this.runs.handle(route, handler);
  }

  /** @throws {DomainError} what the write throws within the window; IdempotencyMismatch */
  submit(ctx: RequestContext, route: Route, body: JsonValue | undefined): Promise<Reply> {
    const command = commandOf(ctx, route, { body, text: () => (body === undefined ? '' : writeJson(body)) });
    return this.#once(command, () => this.#answer(ctx, command));
  }

  /**
   * As `submit`, for a write that its caller waits for whatever it takes, since its body is too large to be kept.
   * @param text stands for the body where a key is given.
   */
  runInline(
    ctx: RequestContext,
    route: Route,
    text: string,
    work: (ctx: RequestContext) => Promise<WriteResult>,
  ): Promise<Reply> {
    const command = commandOf(ctx, route, { body: undefined, text: () => text });
    return this.#once(command, async () => {
      const write = new SubmittedWrite(command, this.queue);
      write.runInline();
      return reply(await this.runs.execute(ctx, write, 1, work));
    });
  }

  async #answer(ctx: RequestContext, command: Command): Promise<Reply> {
    const write = new SubmittedWrite(command, this.queue);
    const windowMs = ctx.preferences.waitMs ?? this.config.operations.waitWindowMs;
    if (windowMs === 0) write.endWindow();
    const timer = setTimeout(() => write.endWindow(), windowMs);
    try {
      const done = this.runs.execute(ctx, write);
      const accepted = write.accepted.then(() =>
        processing(command.id, command.route === 'insert' ? write.recordId : null),
      );
      return await Promise.race([done.then(reply), accepted]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Runs a write unless it has a key under which it ran or runs already, here or on another node. */
  async #once({ id, key }: Command, run: () => Promise<Reply>): Promise<Reply> {
    if (!key) return run();
    for (;;) {
      await this.#keyed.get(key.hash);
      const earlier = await this.outcomes.findByKey(key);
      if (earlier) return replayed(earlier, key);
      if (!this.#keyed.has(key.hash)) break;
    }
    const answer = run();
    const over = answer.then(
      () => undefined,
      () => undefined,
    );
    this.#keyed.set(key.hash, over);
    void over.then(() => this.#keyed.delete(key.hash));
    try {
      return await answer;
    } catch (error) {
      const first = await this.outcomes.findByKey(key);
      if (first && first.id !== id) return replayed(first, key);
      throw error;
    }
  }
}

const reply = ({ result, recordAffected, log }: WriteResult): Reply => new Reply({ result, recordAffected, log });

/** A request's body, and as text where it is to be compared with another one. */
interface SubmittedBody {
  readonly body: JsonValue | undefined;
  text(): string;
}

function commandOf(ctx: RequestContext, route: Route, { body, text }: SubmittedBody): Command {
  const { environment } = ctx.catalogue;
  const entityName = nameOfEntity(ctx, body);
  return {
    id: ctx.correlationId,
    route,
    body,
    tenantId: environment.tenantId,
    appId: environment.appId,
    environmentId: environment.id,
    userId: ctx.principal.userId,
    preferences: ctx.preferences,
    submittedOn: ctx.at,
    ...(entityName !== undefined && { entityName }),
    ...(ctx.preferences.idempotencyKey !== undefined && { key: idempotencyKeyOf(ctx, route, text()) }),
  };
}

/** For a first look only: whoever runs the write says what is wrong with the name. */
function nameOfEntity({ catalogue }: RequestContext, body: JsonValue | undefined): string | undefined {
  const name = isObject(body) ? body.EntityName : undefined;
  if (typeof name !== 'string') return undefined;
  try {
    return catalogue.entity(name).name;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

const hash = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** A key belongs to its user, environment and route. The body it stands for is that with its If-Match (our reading). */
function idempotencyKeyOf(
  { catalogue, principal, preferences }: RequestContext,
  route: Route,
  text: string,
): IdempotencyKey {
  const { idempotencyKey = '', ifMatch = '' } = preferences;
  return {
    hash: hash(catalogue.environment.id, principal.userId, route, idempotencyKey),
    bodyHash: hash(ifMatch, text),
  };
}
