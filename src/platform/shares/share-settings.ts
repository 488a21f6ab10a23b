/** Bounds of one shared resource of a node. Units of a place: a statement, a call, a turn, or bytes. */
export interface ShareSettings {
  /** Places of this node. */
  readonly places: number;
  /** Places that one user may hold at once. */
  readonly perUser: number;
  /** Places that the users of one tenant may hold at once. */
  readonly perTenant: number;
  /** Of `places`, the last ones: one each for users who hold none and used little lately. */
  readonly kept: number;
  /** Of `perTenant`, the last ones: one each for users who hold none and used little lately. */
  readonly keptInTenant: number;
  /** How long a request waits for a place before it is refused. */
  readonly waitMs: number;
  /** Requests of one user that may wait; further ones are refused at once. */
  readonly waitingPerUser: number;
  /** Weight that counts as one place where it is measured who used little; 1 when absent. For bytes, a typical weight. */
  readonly unit?: number;
}

/** Parts of all places. */
export interface ShareRatios {
  readonly perUser: number;
  readonly perTenant: number;
  readonly kept: number;
  readonly keptInTenant: number;
}

/** Bounds of places as parts of them all, such that every user can always hold a place. */
export function partsOf(places: number, ratios: ShareRatios): Omit<ShareSettings, 'waitMs' | 'waitingPerUser'> {
  const perTenant = atLeastOne(places * ratios.perTenant);
  return {
    places,
    perUser: Math.min(atLeastOne(places * ratios.perUser), perTenant),
    perTenant,
    kept: Math.min(Math.round(places * ratios.kept), places - 1),
    keptInTenant: Math.min(Math.round(places * ratios.keptInTenant), perTenant - 1),
  };
}

const atLeastOne = (places: number): number => Math.max(1, Math.round(places));
