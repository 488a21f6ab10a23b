import { DomainError } from '#core/errors.js';

/** Position in a text; line and column count from 1, columns in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export const TEXT_START: TextPosition = { line: 1, column: 1 };

/**
 * Stops reading, because each value takes time and memory.
 * @throws {DomainError} TooLarge
 */
export function refuseValues(max: number): never {
  const message = `The body has more than ${max} values: elements of arrays and members of objects, all counted. Send several requests.`;
  throw new DomainError({ code: 'TooLarge', message, params: { MaxValues: max } });
}

/**
 * Stops reading, because each new name takes time and memory.
 * @throws {DomainError} TooLarge
 */
export function refuseNames(max: number): never {
  const message = `The members of the body have more than ${max} different names.`;
  throw new DomainError({ code: 'TooLarge', message, params: { MaxNames: max } });
}

/**
 * Stops reading at a syntax error.
 * @throws {DomainError} MalformedJson with the position.
 */
export function malformedAt({ line, column }: TextPosition, problem: string): never {
  throw new DomainError({
    code: 'MalformedJson',
    message: `Malformed JSON at line ${line}, column ${column}: ${problem}.`,
    params: { Line: line, Column: column },
  });
}
