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
}

export interface Preferences {
  /** `handling=strict`: unknown members are refused. */
  readonly strict: boolean;
  /** `return=id`: insert answers the bare id. */
  readonly returnId: boolean;
  /** `If-Match`: the RowVersion every matched row must have. */
  readonly ifMatch?: string;
}
