import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { DefaultContext } from '#core/fields/defaults.js';
import type { AccessTable } from '#core/catalogue/scope.js';
import type { ApiKey } from '#core/catalogue/api-key.js';
import type { Chain } from '#core/catalogue/run.js';

/**
 * The caller: one user of one environment with the rights of their roles and teams. Immutable; cached until one of
 * these records changes.
 */
export interface Principal {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly email: string | null;
  /** Language tag in which the user reads; absent: not known. */
  readonly language?: string;
  /** Name of the IANA time zone in which the user reads times; absent: not known. */
  readonly timeZone?: string;
  /** Values of own fields of the user as PostgreSQL writes them, by name; absent: none has a value. */
  readonly own?: ReadonlyMap<string, string>;
  readonly isAdministrator: boolean;
  readonly roleIds: readonly string[];
  /** Teams of which the user is a member. */
  readonly teamIds: readonly string[];
  /** The user's teams and all their sub-teams, which Team scope covers. */
  readonly reachTeamIds: readonly string[];
  /** `OwnerTeamId` of the records that the user owns. */
  readonly primaryTeamId: string | null;
  readonly access: AccessTable;
  /** Mappings that have given roles and teams, by the ids of these; absent where none has. */
  readonly mappings?: ReadonlyMap<string, string>;
  /** The key by which the user signed in, which narrows all members above; absent for a token. */
  readonly key?: ApiKey | undefined;
}

/** All that the text of most statements depends on: the definitions of an environment, of one version. */
export interface Definitions {
  readonly catalogue: Catalogue;
}

/**
 * A call: caller, environment and time. Built once by the guard; it is the first parameter of every function that
 * reads or writes tenant data.
 */
export interface RequestContext extends Definitions {
  readonly requestId: string;
  /** Id of the write in envelope, operation, change rows and logs. */
  readonly correlationId: string;
  /** Time of the call, the same for all its steps. */
  readonly at: Date;
  /** The environment's definitions when the call started; includes tenant, app and environment. */
  readonly catalogue: Catalogue;
  readonly principal: Principal;
  /** Values of `Prefer` and of other headers that change the answer. */
  readonly preferences: Preferences;
  /** The header of this name, which descriptions follow. */
  readonly acceptLanguage?: string;
  /** State of a write whose outcome may come after its answer; absent on reads. */
  readonly submission?: Submission;
  /** Present where no request waits: the call belongs to a run of a workflow or starts runs. */
  readonly job?: JobOrigin;
  /** Id of the identity mapping by which the service writes; absent for all other calls. */
  readonly mappingId?: string;
}

/** Why the service acts without a request. Its calls have connections of their own. */
export interface JobOrigin {
  /** `Source` of the changes that the call makes. */
  readonly source: 'Workflow' | 'Trigger';
  /** Run that the call is a step of; absent for a call that starts runs. */
  readonly runId?: string;
  /** Firings and starts that led to the run, the first one first. */
  readonly chain: Chain;
}

/**
 * Interface between a write and its submission, which may outlive the request
 * (docs/interface/conventions.md#waiting-202-and-outcomes).
 */
export interface Submission {
  /** Id that was already announced for the root record of an insert; absent if the Id is free. */
  readonly recordId?: string;
  /** True if the outcome stores the whole body, not just status and ids. */
  readonly keepsBody: boolean;
  /** Stored with the outcome, so that a replay of the request finds it. */
  readonly key?: IdempotencyKey;
  /** Lines of the answer's `Log` so far. */
  readonly log: readonly string[];
  /** Announces the Id of the root record of an insert. */
  nameRecord(id: string): void;
  /** Sets the lines about ignored members of the request. */
  noteLog(log: readonly string[]): void;
  /** Adds a line about the stored data; a repeated line is added once, because a transaction may run again. */
  addToLog(line: string): void;
  /** Declares that the write cannot be run again as a whole: the answer waits for it, whatever `Prefer` says. */
  runInline(): void;
  /** Adds a secret to the first answer. No outcome stores it, so that no replay answers it. */
  answerOnce(secret: string): void;
  /** Ends validation: from here on the write may be answered 202, and may wait in a queue. */
  begin(): Promise<void>;
}

/** A caller's `Idempotency-Key` as it is stored. */
export interface IdempotencyKey {
  /** Hash of key, user, environment and route; hexadecimal. */
  readonly hash: string;
  /** Hash of the request's body and of everything else that determines its answer; hexadecimal. */
  readonly bodyHash: string;
}

export interface Preferences {
  /** `handling=strict`: unknown members are refused. */
  readonly strict: boolean;
  /** `return=id`: insert answers the bare id. */
  readonly returnId: boolean;
  /** `return=representation`: a write answers whole records. */
  readonly returnsRecords?: boolean;
  /** `If-Match`: the RowVersion every matched row must have. */
  readonly ifMatch?: string;
  /** `wait=N` in milliseconds, or 0 for `respond-async`: time before a write is answered 202. */
  readonly waitMs?: number;
  /** `Idempotency-Key`: identifies the request, which has one outcome. */
  readonly idempotencyKey?: string;
}

/** True where the client or the environment asks for the Id of a created record alone. */
export const returnsIdOnly = ({ preferences, catalogue }: RequestContext): boolean =>
  preferences.returnId || (catalogue.environment.settings.insertResult === 'Id' && !preferences.returnsRecords);

/** Inputs of the defaults of a call. */
export const defaultContextOf = ({ at, catalogue, principal }: RequestContext): DefaultContext => ({
  at,
  timeZone: catalogue.environment.settings.timeZone,
  userId: principal.userId,
});
