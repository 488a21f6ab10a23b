import type { Logger } from '@nestjs/common';
import { DomainError } from '#core/errors.js';

/** Kinds of failures in a row that are logged. */
const MOST_KINDS = 5;

/** Takes the lines about failures, and about their end. */
export type OutageLogger = Pick<Logger, 'warn' | 'log'>;

/**
 * Failures in a row of one part of the service. The log gets the first of them and their end, because the failures in
 * between say the same; one of another kind is a line of its own.
 */
export class Outage {
  readonly #kinds = new Set<string>();
  #failures = 0;
  #sinceMs = 0;

  constructor(private readonly logger: OutageLogger) {}

  /** Failures since the last success. */
  get failures(): number {
    return this.#failures;
  }

  /** Notes a failure. */
  fail(error: unknown): void {
    if (++this.#failures === 1) this.#sinceMs = performance.now();
    const kind = error instanceof DomainError ? error.code : String(error);
    if (this.#kinds.has(kind) || this.#kinds.size === MOST_KINDS) return;
    this.#kinds.add(kind);
    this.logger.warn(error);
  }

  /** Notes a success. */
  end(): void {
    if (this.#failures === 0) return;
    const seconds = ((performance.now() - this.#sinceMs) / 1_000).toFixed(1);
    this.logger.log(`Works again after ${seconds} s. Failed attempts: ${this.#failures}.`);
    this.#failures = 0;
    this.#kinds.clear();
  }
}
