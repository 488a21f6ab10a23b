import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { IdempotencyKey, RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { isObject, JsonText, writeJson, type JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { Config } from '#platform/process/config/config.js';
import { Reply } from '#platform/http/reply.js';
import type { WriteOutcome, WriteResult } from './outcomes/outcome.js';
import type { Command, Route, WriteHandler } from './command.js';
import { OutcomeStore } from './outcomes/outcome-store.repository.js';
import { processing, replayed } from './outcomes/replay.js';
import { RunWrite } from './run-write.service.js';
import { SubmittedWrite } from './submitted-write.js';
import { WriteQueue } from './write-queue.js';

/**
 * Takes every write from its route to its answer: 200 within the wait window, else 202
 * (docs/interface/conventions.md#waiting-202-and-outcomes). `RunWrite` executes it, `SubmittedWrite` is its state
 * meanwhile.
 */
@Injectable()
export class Operations {
  /** Writes with an idempotency key that are under way on this node, by the key's hash. */
  readonly #keyed = new Map<string, Promise<unknown>>();

  constructor(
    private readonly config: Config,
    private readonly queue: WriteQueue,
    private readonly runs: RunWrite,
    private readonly outcomes: OutcomeStore,
  ) {}

  /**
   * Registers the handler of a route's writes: `read` turns the body into a command, `execute` executes it. A stored command
   * is executed by the same handler, on any node.
   */
  handle<C>(route: Route, read: WriteHandler<C>['read'], execute: WriteHandler<C>['execute']): void {
    this.runs.handle(route, { read, execute });
  }

  /** Answers a write. @throws {DomainError} what the write throws within the window; IdempotencyMismatch */
  submit(ctx: RequestContext, route: Route, body: JsonValue | undefined): Promise<Reply> {
    const command = commandOf(ctx, route, { body, text: () => (body === undefined ? '' : writeJson(body)) });
    return this.#once(command, () => this.#answer(ctx, command));
  }

  /**
   * As `submit`, for a write whose body is too large to be stored: its caller waits for its end.
   * @param text stands for the body in the hash of an idempotency key
   */
  runInline(
    ctx: RequestContext,
    route: Route,
    text: string,
    work: (ctx: RequestContext) => Promise<WriteOutcome>,
  ): Promise<Reply> {
    const command = commandOf(ctx, route, { body: undefined, text: () => text });
    return this.#once(command, async () => {
      const write = new SubmittedWrite(command, this.queue);
      write.keepWaiting();
      return reply(await this.runs.execute(ctx, write, 1, work));
    });
  }

  async #answer(ctx: RequestContext, command: Command): Promise<Reply> {
    const write = new SubmittedWrite(command, this.queue);
    const windowMs = ctx.preferences.waitMs ?? this.config.operations.waitWindowMs;
    if (windowMs === 0) write.endWindow();
    const timer = setTimeout(() => write.endWindow(), windowMs);
    try {
      const result = this.runs.execute(ctx, write);
      const accepted = write.accepted.then(() =>
        processing(command.id, command.route === 'insert' ? write.recordId : null),
      );
      return await Promise.race([
        result.then((made) => reply(withSecret(made, write), appliedPreference(command))),
        accepted,
      ]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Answers a write, or replays the one that used its idempotency key before, here or on another node. */
  async #once({ id, key }: Command, answerOf: () => Promise<Reply>): Promise<Reply> {
    if (!key) return answerOf();
    for (;;) {
      await this.#keyed.get(key.hash);
      const earlier = await this.outcomes.findByKey(key);
      if (earlier) return replayed(earlier, key);
      if (!this.#keyed.has(key.hash)) break;
    }
    const answer = answerOf();
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

const reply = ({ result, recordAffected, log }: WriteResult, headers?: Readonly<Record<string, string>>): Reply =>
  new Reply({ result, recordAffected, log, ...(headers && { headers }) });

/** `Result` of the first answer of a write that made a secret: the record, or its Id alone, with the secret. */
function withSecret(made: WriteResult, { secret, recordId }: SubmittedWrite): WriteResult {
  if (secret === undefined) return made;
  const result = readJson(made.result.text);
  const record = isObject(result) ? result : { Id: recordId ?? null };
  return { ...made, result: new JsonText(writeJson({ ...record, Secret: secret })) };
}

/** Routes whose `Result` follows `Prefer: return=representation`. */
const REPRESENTING: ReadonlySet<Route> = new Set(['insert', 'update', 'delete', 'upsert']);

const appliedPreference = ({ route, preferences }: Command): Readonly<Record<string, string>> | undefined =>
  preferences.returnsRecords && REPRESENTING.has(route) ? { 'Preference-Applied': 'return=representation' } : undefined;

/** Body of a request, and its text for comparison with another request. */
export interface SubmittedBody {
  readonly body: JsonValue | undefined;
  text(): string;
}

/** Describes a write as its caller requested it. */
export function commandOf(ctx: RequestContext, route: Route, { body, text }: SubmittedBody): Command {
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
    ...(ctx.principal.key && { keyId: ctx.principal.key.id }),
    preferences: ctx.preferences,
    submittedOn: ctx.at,
    ...(entityName !== undefined && { entityName }),
    ...(ctx.preferences.idempotencyKey !== undefined && { key: idempotencyKeyOf(ctx, route, text()) }),
  };
}

/** Canonical name of the entity, if there is one; the handler refuses unknown names. */
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

/** Distinguishes the callers of a user: a key gets no answer that a token has got, because it may do less. */
const callerParts = ({ userId, key }: RequestContext['principal']): readonly string[] =>
  key ? [userId, key.id] : [userId];

/**
 * A key belongs to its user, environment and route; body and If-Match identify the request
 * (docs/interface/conventions.md#idempotency-keys).
 */
function idempotencyKeyOf(
  { catalogue, principal, preferences }: RequestContext,
  route: Route,
  text: string,
): IdempotencyKey {
  const { idempotencyKey = '', ifMatch = '' } = preferences;
  return {
    hash: hash(catalogue.environment.id, ...callerParts(principal), route, idempotencyKey),
    bodyHash: hash(ifMatch, text),
  };
}
