import { Injectable, Logger } from '@nestjs/common';
import { MAX_STEP_OUTPUT_MB } from '#core/catalogue/run.js';
import { DomainError } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { shortened } from '#core/nearest.js';
import { NotJson, type PlainJson, readPlain } from '#automation/core/coded-actions/plain-json.js';
import { beginningOf } from '#automation/core/workflows/chain.js';
import { invalid } from '#automation/deliveries/delivery-faults.js';
import { type OtherStep, type StepCall, TemporaryFault } from '#automation/runs/action-handler.js';
import { watchCode } from '#platform/observability/blocking-code.js';
import { FairShare } from '#platform/process/shares/fair-share.js';
import { callerOf } from '#records/index.js';
import type { DeclaredAction } from './declared-action.js';
import { type ActionContext, Retry, type WorkflowAction } from './workflow-action.js';

/** Attempts of this process under way at once, those of one environment, and those of one action in it. */
const ATTEMPTS = { permits: 32, perTenant: 32, perUser: 8 };
/** Time after the timeout in which an action may still say that it is to be tried again. */
const GRACE_MS = 250;
/** Most characters of an error's message. */
const MAX_MESSAGE = 500;
const MAX_OUTPUT = MAX_STEP_OUTPUT_MB * 1024 * 1024;

/** An action with its code. */
interface PerformedAction extends DeclaredAction {
  readonly action: WorkflowAction<never>;
}

/** Code as messages name it, and its limit. */
interface Limited {
  readonly type: string;
  readonly timeoutMs: number;
}

/** Performs one attempt. @returns the output of the step */
type Work = (context: ActionContext) => Promise<JsonValue>;

/** Performs steps by code that is not ours: whatever it does, the step has an output or a fault. */
@Injectable()
export class PerformCodedActions {
  readonly #logger = new Logger('Actions');
  readonly #attempts = new FairShare('actions', ATTEMPTS);

  /** @throws {DomainError} Validation for an input that its schema does not take */
  prepare({ action, ...declared }: PerformedAction, call: StepCall): OtherStep {
    const input = inputOf(declared, call.body.Input ?? {});
    return this.step(declared, call, async (context) => outputOf(declared, await action.run(context, input as never)));
  }

  /** The step that does some work of code. */
  step(code: Limited, call: StepCall, work: Work): OtherStep {
    const consumer = { tenantId: call.ctx.catalogue.environment.id, userId: code.type };
    const perform = (): Promise<JsonValue> =>
      this.#attempts.withPermit(consumer, () => this.#attempt(code, call, work));
    return { kind: 'remote', perform };
  }

  /** @throws {DomainError} Validation; {TemporaryFault}; what has stopped the run */
  async #attempt(code: Limited, call: StepCall, work: Work): Promise<JsonValue> {
    const attempt = new Attempt(code, call);
    try {
      return await attempt.answer(work);
    } catch (error) {
      if (call.signal.aborted) throw call.signal.reason;
      throw this.#faultOf(code, error, attempt.isLate);
    }
  }

  #faultOf({ type, timeoutMs }: Limited, error: unknown, isLate: boolean): Error {
    if (error instanceof Retry) return new TemporaryFault(`${type}: ${messageOf(error)}`, error.afterMs);
    if (isLate) return invalid(`${type} did not end within ${timeoutMs} ms.`);
    if (error instanceof DomainError) return error;
    this.#logger.warn(`${type} failed: ${detailOf(error)}`);
    return invalid(`${type} failed: ${messageOf(error)}`);
  }
}

/** One call of code, which ends at its timeout. */
class Attempt {
  readonly #late = new AbortController();
  isLate = false;

  constructor(
    private readonly code: Limited,
    private readonly call: StepCall,
  ) {}

  async answer(work: Work): Promise<JsonValue> {
    const { type, timeoutMs } = this.code;
    const ended = watchCode(type);
    const signal = AbortSignal.any([this.call.signal, this.#late.signal]);
    const timer = setTimeout(() => {
      this.isLate = true;
      this.#late.abort(new DOMException(`It did not end within ${timeoutMs} ms.`, 'TimeoutError'));
    }, timeoutMs);
    try {
      const context = contextOf(this.call, signal);
      return await Promise.race([Promise.resolve().then(() => work(context)), givenUp(signal)]);
    } finally {
      ended();
      clearTimeout(timer);
    }
  }
}

/** Rejects a while after the signal was aborted. */
const givenUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const giveUp = (): unknown => setTimeout(() => reject(signal.reason as Error), GRACE_MS);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });

function contextOf({ ctx, runId, workflowId, action, attempt, record }: StepCall, signal: AbortSignal): ActionContext {
  const { id: environmentId, appId, tenantId } = ctx.catalogue.environment;
  const { chain = [] } = ctx.job ?? {};
  return Object.freeze({
    tenantId,
    appId,
    environmentId,
    caller: callerOf(ctx),
    correlationId: beginningOf(runId, chain),
    eventId: ctx.correlationId,
    workflowId,
    runId,
    step: action.name,
    attempt,
    ...(record && { record }),
    signal,
  });
}

/** @throws {DomainError} Validation with the fault of the input */
function inputOf({ type, input }: DeclaredAction, json: JsonValue): PlainJson {
  const value = input.taken(json);
  const fault = input.fault(value);
  if (!fault) return value;
  const path = `Input${fault.path}`;
  throw invalid(`${path} of ${type}: ${fault.message}`, { path });
}

/** @throws {DomainError} Validation, TooLarge for what cannot be an output */
function outputOf({ type, output }: DeclaredAction, answer: unknown): JsonValue {
  const value = plainAnswer(type, answer);
  const fault = output.fault(value);
  if (fault)
    throw invalid(`${type} has answered what its schema does not allow. Output${fault.path}: ${fault.message}`);
  return readJson(JSON.stringify(value));
}

function plainAnswer(type: string, answer: unknown): PlainJson {
  if (answer === undefined) return null;
  try {
    return readPlain(answer, 'Output', MAX_OUTPUT);
  } catch (error) {
    const why = error instanceof NotJson ? error.message : messageOf(error);
    throw invalid(`${type} has answered no JSON. ${why}`);
  }
}

/** Message of an error, which may be any value. */
function messageOf(error: unknown): string {
  try {
    return shortened(error instanceof Error ? error.message : `it threw ${String(error)}`, MAX_MESSAGE);
  } catch {
    return 'it threw what has no text.';
  }
}

function detailOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack) : String(error);
  } catch {
    return 'a value without a text';
  }
}
