import { LRUCache } from 'lru-cache';
import { DomainError } from '#core/errors.js';

/** Failures of one address in a minute that are answered 401; further ones are answered 429. */
const MAX_FAILURES = 20;
const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 20_000;

interface Failures {
  count: number;
  readonly untilMs: number;
}

/** Counts the calls with a wrong key by their address, in this process. */
export class KeyFailures {
  readonly #failures = new LRUCache<string, Failures>({ max: MAX_ADDRESSES });

  /** Error of an address with too many failures in the last minute. */
  limited(address: string): DomainError | undefined {
    const failures = this.#of(address);
    return failures && failures.count >= MAX_FAILURES ? limitedUntil(failures) : undefined;
  }

  /** Counts a failure. */
  add(address: string): void {
    const failures = this.#of(address) ?? { count: 0, untilMs: performance.now() + WINDOW_MS };
    failures.count++;
    this.#failures.set(address, failures);
  }

  #of(address: string): Failures | undefined {
    const failures = this.#failures.get(address);
    return failures && failures.untilMs > performance.now() ? failures : undefined;
  }
}

function limitedUntil({ untilMs }: Failures): DomainError {
  const seconds = Math.max(1, Math.ceil((untilMs - performance.now()) / 1_000));
  return new DomainError({
    code: 'RateLimited',
    message: `More than ${MAX_FAILURES} calls of this address in a minute had a wrong key. Try again in ${seconds} s.`,
    params: { RetryAfterSeconds: seconds, Limit: MAX_FAILURES },
  });
}
