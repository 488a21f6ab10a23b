/** Kind of an error. `platform/http` maps each kind to one HTTP status. */
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
 * All error codes with their kinds, in order of precedence (docs/interface.md#order-of-errors): if several apply, the
 * first one in this list determines the answer's status.
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

/** Stable error code (docs/errors.md#codes); clients branch on it, never on the message. */
export type ErrorCode = keyof typeof ERROR_CODES;

const RANK = new Map(Object.keys(ERROR_CODES).map((code, rank) => [code, rank]));

/** A fault of a request; becomes one element of `ErrorDetails`. */
export interface Fault {
  readonly code: ErrorCode;
  /** A full sentence for users; never SQL, a stack, a table name or data of another tenant. */
  readonly message: string;
  readonly fieldName?: string;
  /** Path in the request body, such as `Fields[3].Value[1].Fields[0]`. */
  readonly path?: string;
  /** Zero-based row of a bulk payload. */
  readonly rowIndex?: number;
  readonly recordId?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Error shown to callers, with all faults at once; every other exception becomes an opaque 500. */
export class DomainError extends Error {
  readonly faults: readonly Fault[];

  /** @param faults at least one; they are sorted by precedence. */
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

/** Maximum number of faults in an answer. */
const MAX_FAULTS = 1_000;

/** Collects faults, so that one answer reports them all. */
export class Faults {
  readonly #list: Fault[] = [];

  get list(): readonly Fault[] {
    return this.#list;
  }

  /**
   * Adds a fault.
   * @throws {DomainError} with all collected faults as soon as there are `MAX_FAULTS`.
   */
  add(code: ErrorCode, message: string, where: Omit<Fault, 'code' | 'message'> = {}): void {
    this.push({ code, message, ...where });
  }

  /**
   * Adds faults.
   * @throws {DomainError} as `add` does.
   */
  push(...faults: readonly Fault[]): void {
    for (const fault of faults) {
      this.#list.push(fault);
      if (this.#list.length >= MAX_FAULTS) this.throwIfAny();
    }
  }

  /**
   * Ends the request if there are faults.
   * @throws {DomainError} with all collected faults.
   */
  throwIfAny(): void {
    if (this.#list.length > 0) throw new DomainError(...this.#list);
  }
}
