import { DomainError } from '#core/errors.js';

/** Kind of an error without its text, which may quote values. */
export const errorType = (error: unknown): string => {
  if (error instanceof DomainError) return error.code;
  return error instanceof Error ? error.constructor.name : 'unknown';
};
