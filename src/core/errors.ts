/** What went wrong, in the caller's terms. `platform/http` maps each kind to one HTTP status. */
export type ErrorKind =
  | 'unauthenticated'
  | 'invalid'
  | 'forbidden'
  | 'missing'
  | 'wrongMethod'
  | 'conflict'
  | 'stale'
  | 'tooLarge'
  | 'tooSlow'
  | 'unsupportedMedia'
  | 'locked'
  | 'limited'
  | 'timedOut'
  | 'unavailable'
  | 'internal';

/**
 * Every code a caller can meet, with its kind, in the order of precedence of contract §2: when several cases apply,
 * the one that stands first here decides the answer's status.
 */
export const ERROR_CODES = {
  TokenMissing: 'unauthenticated',
  TokenInvalid: 'unauthenticated',
  TokenExpired: 'unauthenticated',
  ContextMissing: 'invalid',
  ContextInvalid: 'invalid',
  NotMember: 'forbidden',
  AdministratorRequired: 'forbidden',
  RateLimited: 'limited',
  TooLarge: 'tooLarge',
  UnsupportedMediaType: 'unsupportedMedia',
  RequestTimeout: 'tooSlow',
  MalformedJson: 'invalid',
  MethodNotAllowed: 'wrongMethod',
  UnknownEntity: 'missing',
  ScopeNone: 'forbidden',
  WhereClauseRequired: 'invalid',
  UnknownMember: 'invalid',
  Validation: 'invalid',
  BadFilter: 'invalid',
  UnknownField: 'invalid',
  TooManyRows: 'invalid',
  NotFound: 'missing',
  OutOfScope: 'forbidden',
  PermissionRequired: 'forbidden',
  VersionMismatch: 'stale',
  ApprovalLocked: 'locked',
  FieldRule: 'invalid',
  HookRejected: 'invalid',
  TransitionNotAllowed: 'invalid',
  ValidatorFailed: 'invalid',
  Conflict: 'conflict',
  DeleteBlocked: 'conflict',
  AlreadyDecided: 'conflict',
  IdempotencyMismatch: 'conflict',
  QueryTimeout: 'timedOut',
  Unavailable: 'unavailable',
  Internal: 'internal',
} as const satisfies Record<string, ErrorKind>;

/** Stable, PascalCase, from the contract's table; clients branch on this, never on the message. */
export type ErrorCode = keyof typeof ERROR_CODES;

const RANK = new Map(Object.keys(ERROR_CODES).map((code, rank) => [code, rank]));

/** One thing that is wrong with a request; becomes one element of `ErrorDetails`. */
export interface Fault {
  readonly code: ErrorCode;
  /** A full sentence for a person; never SQL, a stack, a table name or another tenant's fact. */
  readonly message: string;
  readonly fieldName?: string;
  /** Where in the request body, such as `Fields[3].Value[1].Fields[0]`. */
  readonly path?: string;
  /** Zero-based row of a bulk payload. */
  readonly rowIndex?: number;
  readonly recordId?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The only exception type that may reach a caller; everything else becomes an opaque 500. Carries all faults at once. */
export class DomainError extends Error {
  readonly faults: readonly Fault[];

  /** @param faults at least one; they are sorted by the precedence of contract §2. */
  constructor(...faults: readonly Fault[]) {
    const sorted = faults.toSorted((a, b) => RANK.get(a.code)! - RANK.get(b.code)!);
    super(sorted[0].message);
    this.name = 'DomainError';
    this.faults = sorted;
  }

  get code(): ErrorCode {
    return this.faults[0].code;
  }

  get kind(): ErrorKind {
    return ERROR_CODES[this.code];
  }
}

/** Faults one request is told; whoever has more knows what to look for. */
const MAX_FAULTS = 1_000;

/** Collects faults so that a request is told everything that is wrong with it in one answer. */
export class Faults {
  readonly #list: Fault[] = [];

  get list(): readonly Fault[] {
    return this.#list;
  }

  /** @throws {DomainError} when there are so many already that nothing more needs to be looked at. */
  add(code: ErrorCode, message: string, where: Omit<Fault, 'code' | 'message'> = {}): void {
    this.push({ code, message, ...where });
  }

  /** @throws {DomainError} as `add` does. */
  push(...faults: readonly Fault[]): void {
    for (const fault of faults) {
      this.#list.push(fault);
      if (this.#list.length >= MAX_FAULTS) this.throwIfAny();
    }
  }

  /** @throws {DomainError} with all collected faults, if there are any. */
  throwIfAny(): void {
    if (this.#list.length > 0) throw new DomainError(...this.#list);
  }
}
