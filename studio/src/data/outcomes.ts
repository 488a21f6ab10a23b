import type { Outcome } from './hub';
import { type Fault, Refusal } from './refusal';
import type { Answer, CallOptions, Service } from './service';
import { forgetWrite, keyedHeaders } from './write-keys';

/** Time between two requests for the outcome of an accepted write, beside the message of the hub. */
const ASK_MS = 2000;
/** Repetitions of a write whose answer was lost or postponed, and the longest pause before one. */
const REPETITIONS = 4;
const LONGEST_PAUSE_S = 20;

interface StoredOutcome extends Outcome {
  readonly ErrorDetails: readonly Fault[];
}

export interface WriteOptions extends Omit<CallOptions, 'signal'> {
  /** Called when the service has stored the write and goes on with it (202). */
  readonly accepted?: (correlationId: string) => void;
  /** Called before the write is sent again. */
  readonly waiting?: (seconds: number) => void;
}

/** Sends writes so that none is lost or done twice, and follows those that the service has accepted until they are done. */
export class Writes {
  readonly #open = new Map<string, (outcome: Outcome) => void>();

  constructor(private readonly service: Service) {}

  /** Takes an outcome that the hub has sent. */
  complete(outcome: Outcome): void {
    this.#open.get(outcome.CorrelationId)?.(outcome);
  }

  /**
   * Sends a write. Where its answer is lost or the service asks for patience, sends it again under the same key.
   * @returns its answer, or for an accepted write the answer that it would have had
   * @throws Refusal
   */
  async send<Result>(path: string, options: WriteOptions): Promise<Answer<Result>> {
    return once(path, options, async (keyed) => {
      const answer = await repeated(() => this.service.call<Result>(path, keyed), options);
      return answer.isAccepted ? this.#follow(answer, options) : answer;
    });
  }

  /** Sends a write as `send` does, whose answer may be a file. @throws Refusal */
  async sendForFile(path: string, options: WriteOptions): Promise<Answer<unknown> | File> {
    return once(path, options, async (keyed) => {
      const answer = await repeated(() => this.service.callForFile(path, keyed), options);
      return !(answer instanceof File) && answer.isAccepted ? this.#follow(answer, options) : answer;
    });
  }

  async #follow<Result>(answer: Answer<Result>, { accepted }: WriteOptions): Promise<Answer<Result>> {
    const id = answer.CorrelationId!;
    accepted?.(id);
    const stored = await this.#outcome(id);
    if (stored.HttpStatus !== 200)
      throw new Refusal(stored.HttpStatus ?? 503, stored.ErrorDetails, undefined, undefined, id);
    return { ...answer, Result: stored.Result as Result, isAccepted: false };
  }

  /** Waits for the hub's message, and asks now and then, because one may be lost with its connection. */
  async #outcome(id: string): Promise<StoredOutcome> {
    try {
      for (;;) {
        await Promise.race([new Promise((resolve) => this.#open.set(id, resolve)), delay(ASK_MS)]);
        const { Result } = await this.service.call<StoredOutcome>(`/operations/${id}`).catch(lost);
        if (Result !== undefined && Result.Status !== 'Processing') return Result;
      }
    } finally {
      this.#open.delete(id);
    }
  }
}

/** Sends a write under a key that it keeps until its outcome is known, whoever sends it again. */
async function once<Result>(
  path: string,
  options: WriteOptions,
  send: (keyed: CallOptions) => Promise<Result>,
): Promise<Result> {
  const { method, body, headers } = options;
  const request = JSON.stringify([method, path, body]);
  const keyed = { ...options, headers: keyedHeaders(request, headers) };
  try {
    const result = await send(keyed);
    forgetWrite(request);
    return result;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.isOutcomeUnknown) throw error.ofWrite();
    if (!error.isTemporary) forgetWrite(request);
    throw error;
  }
}

/** Repeats a write whose answer was lost or postponed. An outcome that is known is not repeated. */
async function repeated<Result>(send: () => Promise<Result>, { waiting }: WriteOptions): Promise<Result> {
  for (let i = 0; ; i++) {
    try {
      return await send();
    } catch (error) {
      const pause = error instanceof Refusal && error.isTemporary ? (error.retryAfterS ?? 2 ** i) : Infinity;
      if (i === REPETITIONS || pause > LONGEST_PAUSE_S) throw error;
      waiting?.(pause);
      await delay(pause * 1000);
    }
  }
}

/** Nothing is known yet while the service cannot be reached. */
function lost(error: unknown): { readonly Result: undefined } {
  if (error instanceof Refusal && error.isTemporary) return { Result: undefined };
  throw error;
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
