/** Limits of one shared resource of a node. A place is a statement, a call, a connection, or a byte. */
export interface ShareSettings {
  /** Places of this node. */
  readonly places: number;
  /** Places that one user may hold at once. */
  readonly perUser: number;
  /** Places that the users of one tenant may hold at once. */
  readonly perTenant: number;
  /** Last ones of `places`, reserved: one each for users who hold none and used little lately. */
  readonly kept: number;
  /** Last ones of `perTenant`, reserved: one each for users who hold none and used little lately. */
  readonly keptInTenant: number;
  /** Longest wait of a request for a place; then it is refused. */
  readonly waitMs: number;
  /** Requests of one user that may wait; further ones are refused at once. */
  readonly waitingPerUser: number;
  /** Weight that counts as one place in the measure of use; default 1. For bytes, a typical weight. */
  readonly unit?: number;
}

/** Shares and reserves as fractions of all places. */
export interface ShareRatios {
  readonly perUser: number;
  readonly perTenant: number;
  readonly kept: number;
  readonly keptInTenant: number;
}

/** Computes limits from fractions, such that every user can always hold a place. */
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
