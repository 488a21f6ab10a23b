import { Injectable, Logger } from '@nestjs/common';
import type { HttpHook } from '#core/catalogue/http-hook.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { DeliveryError } from '#platform/outbound/delivery.errors.js';
import { OutboundHttp } from '#platform/outbound/outbound-http.service.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import {
  type AnsweredCall,
  HookAnswerError,
  readHookAnswer,
  type RecordAnswer,
} from '#records/core/hooks/hook-answer.js';

/** One call of a hook. */
export interface SentHookCall {
  readonly ctx: RequestContext;
  readonly answered: AnsweredCall;
  readonly eventId: string;
  readonly body: string;
}

/** Failed calls of a hook in a row. */
interface Breaker {
  failures: number;
  openUntilMs: number;
}

/** Failures in a row that open the breaker of a hook, and the time for which it is not called then. */
const [MAX_FAILURES, OPEN_MS] = [5, 10_000];

/** A body may exceed the limit of characters by one record, each character with up to three bytes. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Calls of this process under way at once, and those of one environment to one hook, so that one that hangs delays itself. */
const CALLS = { permits: 64, perTenant: 32, perUser: 16 };

/** Calls a hook over HTTP within its timeout. */
@Injectable()
export class SendHookCall {
  readonly #logger = new Logger('HttpHooks');
  readonly #calls = new FairShare('calls of hooks', CALLS);
  /** By definition: a changed one starts anew. */
  readonly #breakers = new WeakMap<HttpHook, Breaker>();

  constructor(private readonly http: OutboundHttp) {}

  /**
   * @returns an answer for each sent record; undefined when the call failed and the write may go on without it
   * @throws {DomainError} HookUnavailable
   */
  async send(call: SentHookCall): Promise<readonly RecordAnswer[] | undefined> {
    const { hook, entity } = call.answered;
    const breaker = this.#breakers.get(hook) ?? { failures: 0, openUntilMs: 0 };
    const waitMs = breaker.openUntilMs - performance.now();
    if (waitMs > 0) return refusedOrSkipped(call, Math.ceil(waitMs / 1_000));
    try {
      const answer = await this.#answer(call);
      this.#breakers.delete(hook);
      return answer;
    } catch (error) {
      this.#logger.warn(`The hook ${hook.name} of ${entity.name} failed (${call.eventId}): ${reasonOf(error)}`);
      if (isOfReceiver(error)) this.#count(hook);
      return refusedOrSkipped(call, 1);
    }
  }

  async #answer({ ctx, answered, eventId, body }: SentHookCall): Promise<readonly RecordAnswer[]> {
    const { hook } = answered;
    const environmentId = ctx.catalogue.environment.id;
    const consumer = { tenantId: environmentId, userId: hook.url };
    const deadline = performance.now() + hook.timeoutMs;
    const call = {
      environmentId,
      method: 'POST',
      url: hook.url,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body,
      eventId,
      maxBodyBytes: MAX_BODY_BYTES,
      refusesRedirects: true,
      keepsConnection: true,
      isWebhook: true,
    };
    const send = (): ReturnType<OutboundHttp['send']> =>
      this.http.send({ ...call, timeoutMs: Math.max(1, Math.ceil(deadline - performance.now())) });
    const answer = await this.#calls.withPermit(consumer, send, AbortSignal.timeout(hook.timeoutMs));
    if (answer.statusCode !== 200) throw new HookAnswerError(`the status must be 200, not ${answer.statusCode}`);
    return readHookAnswer(answer.body, answered);
  }

  #count(hook: HttpHook): void {
    const breaker = this.#breakers.get(hook) ?? { failures: 0, openUntilMs: 0 };
    breaker.failures++;
    if (breaker.failures >= MAX_FAILURES) breaker.openUntilMs = performance.now() + OPEN_MS;
    this.#breakers.set(hook, breaker);
  }
}

/** True where the receiver is at fault, false where calls wait for a permit of this node. */
const isOfReceiver = (error: unknown): boolean => error instanceof DeliveryError || error instanceof HookAnswerError;

/** Reason for the log of the operator. @throws errors of this service */
function reasonOf(error: unknown): string {
  if (error instanceof DeliveryError) return error.message;
  if (error instanceof HookAnswerError) return `In its answer ${error.message}.`;
  if (error instanceof DomainError) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'Too many of its calls are under way.';
  throw error;
}

/** @throws {DomainError} HookUnavailable */
function refusedOrSkipped({ answered: { hook, entity } }: SentHookCall, seconds: number): undefined {
  if (hook.onFailure === 'Accept') return undefined;
  const message = `The hook ${hook.name} of ${entity.name} could not be asked, so nothing was written. Try again later.`;
  throw new DomainError({
    code: 'HookUnavailable',
    message,
    params: { HookName: hook.name, RetryAfterSeconds: seconds },
  });
}
