import type { Catalogue } from './catalogue/catalogue.js';
import type { AccessTable } from './scope.js';

/** Who calls: one user of one environment with what roles and teams give him. Immutable; cached until his records change. */
export interface Principal {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly isAdministrator: boolean;
  readonly roleIds: readonly string[];
  /** Teams he is a member of. */
  readonly teamIds: readonly string[];
  /** His teams and all their sub-teams: what Team scope covers. */
  readonly reachTeamIds: readonly string[];
  /** Stamped as `OwnerTeamId` of what he owns. */
  readonly primaryTeamId: string | null;
  readonly access: AccessTable;
}

/** One call: who, where and when. Built once by the guard; every function that touches tenant data takes it first. */
export interface RequestContext {
  readonly requestId: string;
  /** Names the write in envelope, operation, change rows and logs. */
  readonly correlationId: string;
  /** The call's clock: all of one call happens at this time. */
  readonly at: Date;
  /** The environment's definitions as of the start of the call; tells tenant, app and environment too. */
  readonly catalogue: Catalogue;
  readonly principal: Principal;
  /** What the caller asked for by `Prefer` and other headers that change how an answer looks. */
  readonly preferences: Preferences;
  /** The write that the call is, where its outcome may come later than its answer; absent on reads. */
  readonly submission?: Submission;
}

/** What those who run a write have to do with its outliving the request (contract §4.1). */
export interface Submission {
  /** The root record of an insert has this Id: it was told already. Absent while the Id is free. */
  readonly recordId?: string;
  /** Whether the outcome keeps the whole body, not just status and ids. */
  readonly keepsBody: boolean;
  /** Stands with the outcome, so that a repetition of the request finds it. */
  readonly key?: IdempotencyKey;
  /** `Log` of the answer, as far as it is told. */
  readonly log: readonly string[];
  /** Tells the Id that the root record of an insert gets. */
  nameRecord(id: string): void;
  /** Tells what of the request was ignored. */
  noteLog(log: readonly string[]): void;
  /** Adds what the caller should know of what they stored; the same line once, since a transaction may run again. */
  addToLog(line: string): void;
  /** It cannot be run again as a whole: its caller waits for it, whatever he prefers. */
  runInline(): void;
  /** From here on nothing but execution can refuse the write: it may be answered 202, and may have to wait for its turn. */
  begin(): Promise<void>;
}

/** A caller's `Idempotency-Key`, as it is kept. */
export interface IdempotencyKey {
  /** Of the key, its user, environment and route; hexadecimal. */
  readonly hash: string;
  /** Of the request's body and of what else decides its answer; hexadecimal. */
  readonly bodyHash: string;
}

export interface Preferences {
  /** `handling=strict`: unknown members are refused. */
  readonly strict: boolean;
  /** `return=id`: insert answers the bare id. */
  readonly returnId: boolean;
  /** `If-Match`: the RowVersion every matched row must have. */
  readonly ifMatch?: string;
  /** `wait=N`, or 0 for `respond-async`: how long the answer of a write may take before it is 202. */
  readonly waitMs?: number;
  /** `Idempotency-Key`: the caller's name for the request, under which it has one outcome. */
  readonly idempotencyKey?: string;
}
