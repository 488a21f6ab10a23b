import { DomainError } from '#core/errors.js';

/** Error of a party that asks for more than its share. */
export const rateLimited = (message: string, waitMs: number): DomainError =>
  new DomainError({
    code: 'RateLimited',
    message,
    params: { RetryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) },
  });

/** Error of a party that used little, on a node without free places. */
export const nodeIsFull = (name: string): DomainError =>
  new DomainError({
    code: 'Unavailable',
    message: `The service is overloaded: there is no capacity left for ${name}. Try again later.`,
    params: { RetryAfterSeconds: 2 },
  });
