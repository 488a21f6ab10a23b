import { DomainError, ERROR_CODES, Faults, type ErrorCode } from '../../../src/core/errors.js';

/** The order of contract §2, with the codes of each case. */
const PRECEDENCE: readonly (readonly [string, readonly ErrorCode[]])[] = [
  ['401', ['TokenMissing', 'TokenInvalid', 'TokenExpired']],
  ['400 (context)', ['ContextMissing', 'ContextInvalid']],
  ['403 NotMember', ['NotMember']],
  ['403 of administrators’ routes, right after membership', ['AdministratorRequired']],
  ['429', ['RateLimited']],
  ['413', ['TooLarge']],
  ['415', ['UnsupportedMediaType']],
  ['400 (JSON)', ['MalformedJson']],
  ['404 UnknownEntity', ['UnknownEntity']],
  ['403 ScopeNone', ['ScopeNone']],
  ['400 (shape)', ['WhereClauseRequired', 'UnknownMember', 'Validation', 'BadFilter', 'UnknownField', 'TooManyRows']],
  ['404', ['NotFound']],
  ['403 (row)', ['OutOfScope', 'PermissionRequired']],
  ['412', ['VersionMismatch']],
  ['423', ['ApprovalLocked']],
  ['400 (rule)', ['FieldRule', 'HookRejected', 'TransitionNotAllowed', 'ValidatorFailed']],
  ['409', ['Conflict', 'DeleteBlocked', 'AlreadyDecided', 'IdempotencyMismatch']],
];

const codes = Object.keys(ERROR_CODES) as ErrorCode[];

it.each(PRECEDENCE.slice(1).map(([name, after], i) => [name, PRECEDENCE[i][0], after, PRECEDENCE[i][1]] as const))(
  '%s comes after %s (contract §2)',
  (_, __, after, before) => {
    for (const later of after) {
      for (const earlier of before) {
        const error = new DomainError({ code: later, message: 'later' }, { code: earlier, message: 'earlier' });
        expect([error.code, error.message, error.kind]).toEqual([earlier, 'earlier', ERROR_CODES[earlier]]);
      }
    }
  },
);

it('every code has its place; what is no fault of the request comes last', () => {
  const placed = new Set(PRECEDENCE.flatMap(([, group]) => group));
  expect(codes.filter((code) => !placed.has(code))).toEqual([
    'RequestTimeout',
    'MethodNotAllowed',
    'QueryTimeout',
    'Unavailable',
    'Internal',
  ]);
  expect(codes.slice(-3)).toEqual(['QueryTimeout', 'Unavailable', 'Internal']);
});

it('faults of one code keep their order', () => {
  const fault = (message: string) => ({ code: 'Validation', message }) as const;
  const { faults } = new DomainError(fault('a'), { code: 'ScopeNone', message: 's' }, fault('b'));
  expect(faults.map(({ message }) => message)).toEqual(['s', 'a', 'b']);
});

it('collected faults are thrown together, and none of them is no error (R96)', () => {
  const faults = new Faults();
  expect(() => faults.throwIfAny()).not.toThrow();
  faults.add('FieldRule', 'Too short.', { fieldName: 'Name', path: 'Fields[0]' });
  faults.add('Conflict', 'Taken.');
  expect(() => faults.throwIfAny()).toThrow(
    expect.objectContaining({
      faults: [
        { code: 'FieldRule', message: 'Too short.', fieldName: 'Name', path: 'Fields[0]' },
        { code: 'Conflict', message: 'Taken.' },
      ],
    }),
  );
});

it('a thousand faults end the search for more (F17)', () => {
  const faults = new Faults();
  const add = (): void => faults.add('Validation', 'Wrong.');
  for (let i = 1; i < 1_000; i++) add();
  expect(add).toThrow('Wrong.');
  expect(faults.list).toHaveLength(1_000);
});
