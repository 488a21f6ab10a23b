import pg from 'pg';
import {
  isConnectionLost,
  isInt4Overflow,
  isUndefinedObject,
  translateDatabaseError,
} from '#platform/database/connections/database.errors.js';

function driverError(code: string): pg.DatabaseError {
  const secret = { detail: 'Key (tax)=(secret) exists.', constraint: 'c1', table: 't1' };
  return Object.assign(new pg.DatabaseError('secret', 6, 'error'), { code, ...secret });
}

describe('the translation of a database error', () => {
  // Requirement: S19
  it.each([
    ['57014', 'QueryTimeout'],
    ['25P03', 'QueryTimeout'],
    ['53100', 'Unavailable'],
    ['53300', 'Unavailable'],
    ['25006', 'Unavailable'],
    ['22003', 'Validation'],
    ['22P02', 'Validation'],
    ['54011', 'Validation'],
  ])('makes %s a %s without the server’s message', (state, code) => {
    const error = translateDatabaseError(driverError(state));
    expect(error).toMatchObject({ name: 'DomainError', code });
    expect(String(error)).not.toContain('secret');
  });

  // Requirement: S18
  it.each(['23505', '23503', '23502', '23514', '23P01'])('keeps what %s violated, without values', (sqlState) => {
    const error = translateDatabaseError(driverError(sqlState));
    expect(error).toMatchObject({ name: 'ConstraintViolation', sqlState, constraint: 'c1', table: 't1' });
    expect(JSON.stringify(error) + String(error)).not.toContain('secret');
  });

  // Requirement: T67
  it.each(['40001', '40P01', '55P03'])('marks %s as retriable', (sqlState) => {
    expect(translateDatabaseError(driverError(sqlState))).toMatchObject({ name: 'TransactionConflict', sqlState });
  });

  it.each(['42601', '42P01', 'P0001', 'XX000'])('passes on %s unchanged', (state) => {
    const error = driverError(state);
    expect(translateDatabaseError(error)).toBe(error);
  });
});

// Requirement: F3
it.each([
  ['08006', true],
  ['57P01', true],
  ['57P03', true],
  ['ECONNRESET', true],
  ['57014', false],
  ['23505', false],
])('recognises %s as a lost connection: %s', (code, lost) => {
  expect(isConnectionLost({ code })).toBe(lost);
});

it('recognises a missing relation', () => {
  expect([driverError('42P01'), driverError('42703'), undefined, 'x'].map(isUndefinedObject)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it.each<[code: string, routine: string | undefined, is: boolean]>([
  ['22003', 'int4pl', true],
  ['22003', 'int8pl', false],
  ['22003', 'int4mul', false],
  ['22003', undefined, false],
  ['22012', 'int4pl', false],
])('recognises %s of %s as an overflow of adding int4: %s', (code, routine, is) => {
  const error = Object.assign(driverError(code), { routine });
  expect([isInt4Overflow(error), isInt4Overflow(translateDatabaseError(error))]).toEqual([is, is]);
});
