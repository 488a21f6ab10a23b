import { visible } from './nearest.js';

/** Kind of an error. `platform/http` maps each kind to one HTTP status. */
export type ErrorKind =
  | 'unauthenticated'
  | 'invalid'
  | 'forbidden'
  | 'misdirected'
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
 * All error codes with their kinds, in order of precedence (docs/interface/conventions.md#order-of-errors): if several
 * apply, the first one in this list determines the answer's status.
 */
export const ERROR_CODES = {
  TokenMissing: 'unauthenticated',
  TokenInvalid: 'unauthenticated',
  TokenExpired: 'unauthenticated',
  ContextMissing: 'invalid',
  ContextInvalid: 'invalid',
  OtherCell: 'misdirected',
  NotMember: 'forbidden',
  ClaimsIncomplete: 'forbidden',
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
  HookUnavailable: 'unavailable',
  Unavailable: 'unavailable',
  Internal: 'internal',
} as const satisfies Record<string, ErrorKind>;

/** Stable error code (docs/errors.md#codes); clients branch on it, never on the message. */
export type ErrorCode = keyof typeof ERROR_CODES;

const RANK = new Map(Object.keys(ERROR_CODES).map((code, rank) => [code, rank]));

/** Codes whose messages a designer may have written, who may want line breaks and joined emoji. */
const OF_DESIGNERS: ReadonlySet<ErrorCode> = new Set(['FieldRule', 'HookRejected', 'ValidatorFailed']);

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

  /**
   * @param faults at least one; they are sorted by precedence. A list that a caller can make long is passed as one array,
   *   because the stack limits the number of arguments.
   */
  constructor(...faults: readonly (Fault | readonly Fault[])[]) {
    const sorted = faults
      .flat()
      .map(legible)
      .toSorted((a, b) => RANK.get(a.code)! - RANK.get(b.code)!);
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

/** Shows the names in a message of the service with their unseen characters. */
function legible(fault: Fault): Fault {
  if (OF_DESIGNERS.has(fault.code)) return fault;
  const message = visible(fault.message);
  return message === fault.message ? fault : { ...fault, message };
}

/** Maximum number of faults of a request, all steps of a batch together. */
export const MAX_FAULTS = 1_000;

/** Refuses a request with the first faults, and a last one that names the limit. */
export function tooManyFaults(faults: readonly Fault[]): DomainError {
  const first = faults.slice(0, MAX_FAULTS);
  const message = `A request has at most ${MAX_FAULTS} faults; further ones were not looked for.`;
  // The code of the last fault keeps the note behind it.
  const { code } = new DomainError(first).faults.at(-1)!;
  return new DomainError([...first, { code, message, params: { MaxFaults: MAX_FAULTS } }]);
}

/** Maximum of names of a request for which similar ones are looked up, because the search takes time. */
const MAX_SUGGESTIONS = 20;

/** Collects faults, so that one answer reports them all. */
export class Faults {
  readonly #list: Fault[] = [];
  #suggestions = 0;

  get list(): readonly Fault[] {
    return this.#list;
  }

  /** Counts a suggestion of a similar name; false for those that are not made, so that a request cannot ask for many. */
  maySuggest(): boolean {
    return ++this.#suggestions <= MAX_SUGGESTIONS;
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
  push(...faults: readonly (Fault | readonly Fault[])[]): void {
    for (const fault of faults.flat()) {
      this.#list.push(fault);
      if (this.#list.length >= MAX_FAULTS) throw tooManyFaults(this.#list);
    }
  }

  /**
   * Ends the request if there are faults.
   * @throws {DomainError} with all collected faults.
   */
  throwIfAny(): void {
    if (this.#list.length > 0) throw new DomainError(this.#list);
  }
}
