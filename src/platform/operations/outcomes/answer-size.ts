import type { Submission } from '#core/context/context.js';
import { DomainError, MAX_FAULTS } from '#core/errors.js';
import { JsonText } from '#core/json/json.js';
import { MAX_ANSWER_MB } from '#core/sql/answer-limits.sql.js';
import type { WriteOutcome } from './outcome.js';
import type { StepResult } from './step-outcomes.js';

const MAX_BYTES = MAX_ANSWER_MB * 1024 * 1024;

/** Adds up the results of a batch, whose answer is limited. */
export class AnswerSize {
  #bytes = 0;
  #faults = 0;
  /** Number of steps whose results do not fit. */
  #cut = 0;

  /** Says in the `Log` of the answer that results were left out. */
  note(log: Pick<Submission, 'addToLog'> | undefined): void {
    if (this.#cut === 0) return;
    log?.addToLog(`The Result of ${this.#cut} steps was left out: all together exceed ${MAX_ANSWER_MB} MB.`);
  }

  /** Adds the result of a step. @throws {DomainError} TooLarge, so that the batch is rolled back */
  require({ result }: WriteOutcome, step: number): void {
    if (this.#fits(result)) return;
    const message = `The results of the steps exceed ${MAX_ANSWER_MB} MB. Send fewer steps, or steps that answer less.`;
    const params = { LimitMb: MAX_ANSWER_MB };
    throw new DomainError({ code: 'TooLarge', message, path: `Steps[${step}]`, params });
  }

  /** Adds the outcome of a step that is stored; leaves out its result, or all faults but the first, if they do not fit. */
  cut(outcome: StepResult): StepResult {
    if ('error' in outcome) {
      const { faults } = outcome.error;
      const kept = faults.slice(0, Math.max(1, MAX_FAULTS - this.#faults));
      this.#faults += kept.length;
      return kept.length === faults.length ? outcome : { error: new DomainError(kept) };
    }
    if (this.#fits(outcome.result)) return outcome;
    this.#cut++;
    return { ...outcome, result: new JsonText('null') };
  }

  /** Counts a text that fits. */
  #fits({ text }: JsonText): boolean {
    const bytes = Buffer.byteLength(text);
    if (this.#bytes + bytes > MAX_BYTES) return false;
    this.#bytes += bytes;
    return true;
  }
}
