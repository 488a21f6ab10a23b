import { DomainError, ERROR_CODES, Faults, type ErrorCode } from '#core/errors.js';

/** Cases in the order of docs/interface/conventions.md#order-of-errors, with their codes. */
const PRECEDENCE: readonly (readonly [string, readonly ErrorCode[]])[] = [
  ['401', ['TokenMissing', 'TokenInvalid', 'TokenExpired']],
  ['400 (context)', ['ContextMissing', 'ContextInvalid']],
  ['421', ['OtherCell']],
  ['403 NotMember', ['NotMember']],
  ['403 ClaimsIncomplete', ['ClaimsIncomplete']],
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

// See docs/interface/conventions.md#order-of-errors
it.each(PRECEDENCE.slice(1).map(([name, after], i) => [name, PRECEDENCE[i][0], after, PRECEDENCE[i][1]] as const))(
  'ranks %s after %s',
  (_, __, after, before) => {
    for (const later of after) {
      for (const earlier of before) {
        const error = new DomainError({ code: later, message: 'later' }, { code: earlier, message: 'earlier' });
        expect([error.code, error.message, error.kind]).toEqual([earlier, 'earlier', ERROR_CODES[earlier]]);
      }
    }
  },
);

it('ranks every code, with server errors last', () => {
  const placed = new Set(PRECEDENCE.flatMap(([, group]) => group));
  expect(codes.filter((code) => !placed.has(code))).toEqual([
    'RequestTimeout',
    'MethodNotAllowed',
    'QueryTimeout',
    'HookUnavailable',
    'Unavailable',
    'Internal',
  ]);
  expect(codes.slice(-4)).toEqual(['QueryTimeout', 'HookUnavailable', 'Unavailable', 'Internal']);
});

it('keeps the order of faults of one code', () => {
  const fault = (message: string) => ({ code: 'Validation', message }) as const;
  const { faults } = new DomainError(fault('a'), { code: 'ScopeNone', message: 's' }, fault('b'));
  expect(faults.map(({ message }) => message)).toEqual(['s', 'a', 'b']);
});

// Requirement: R96
it('throws collected faults together, and nothing without faults', () => {
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

// Requirement: F17
it('stops collecting at a thousand faults', () => {
  const faults = new Faults();
  const add = (): void => faults.add('Validation', 'Wrong.');
  for (let i = 1; i < 1_000; i++) add();
  expect(add).toThrow('Wrong.');
  expect(faults.list).toHaveLength(1_000);
});

it.each([
  ['Conflict', 'zero\\u200Bwidth'],
  ['FieldRule', 'zero\u200bwidth'],
] as const)('shows unseen characters in a message of the service, not in one of a designer: %s', (code, shown) => {
  expect(new DomainError({ code, message: 'zero\u200bwidth' }).faults[0].message).toBe(shown);
});
