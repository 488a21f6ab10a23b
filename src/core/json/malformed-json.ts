import { DomainError } from '../errors.js';

/** A place in a text as editors show it; line and column count from 1, columns in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export const TEXT_START: TextPosition = { line: 1, column: 1 };

/** @throws {DomainError} TooLarge: reading goes no further, since each value takes time and memory. */
export function refuseElements(max: number): never {
  const message = `The arrays of the body have more than ${max} values together.`;
  throw new DomainError({ code: 'TooLarge', message, params: { MaxValues: max } });
}

/** @throws {DomainError} MalformedJson at a position. */
export function malformedAt({ line, column }: TextPosition, problem: string): never {
  throw new DomainError({
    code: 'MalformedJson',
    message: `Malformed JSON at line ${line}, column ${column}: ${problem}.`,
    params: { Line: line, Column: column },
  });
}
