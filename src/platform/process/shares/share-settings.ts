/** Limits of one shared resource of a node. A permit is a statement, a call, a connection, or a byte. */
export interface ShareSettings {
  /** Permits of this node. */
  readonly permits: number;
  /** Permits that one user may hold at once. */
  readonly perUser: number;
  /** Permits that the users of one tenant may hold at once. */
  readonly perTenant: number;
  /** Last ones of `permits`, reserved: one each for users who hold none and used little lately. None unless given. */
  readonly kept?: number;
  /** Last ones of `perTenant`, reserved: one each for users who hold none and used little lately. None unless given. */
  readonly keptInTenant?: number;
  /** Longest wait of a request for a permit; then it is refused. Without a limit unless given. */
  readonly waitMs?: number;
  /** Requests of one user that may wait; further ones are refused at once. Without a limit unless given. */
  readonly waitingPerUser?: number;
  /** Weight that counts as one permit in the measure of use; default 1. For bytes, a typical weight. */
  readonly unit?: number;
}

/** Shares and reserves as fractions of all permits. */
export interface ShareRatios {
  readonly perUser: number;
  readonly perTenant: number;
  readonly kept: number;
  readonly keptInTenant: number;
}

/** Permits of a share, and how they are divided. */
export type ShareParts = Required<Omit<ShareSettings, 'waitMs' | 'waitingPerUser' | 'unit'>>;

/** Computes limits from fractions, such that every user can always hold a permit. */
export function partsOf(permits: number, ratios: ShareRatios): ShareParts {
  const perTenant = atLeastOne(permits * ratios.perTenant);
  return {
    permits,
    perUser: Math.min(atLeastOne(permits * ratios.perUser), perTenant),
    perTenant,
    kept: Math.min(Math.round(permits * ratios.kept), permits - 1),
    keptInTenant: Math.min(Math.round(permits * ratios.keptInTenant), perTenant - 1),
  };
}

const atLeastOne = (permits: number): number => Math.max(1, Math.round(permits));

/** Clock of a share; tests inject their own. */
export interface ShareClock {
  /** Milliseconds since an arbitrary fixed time. */
  now(): number;
  /** Calls `run` repeatedly. @returns function that ends the repetition */
  every(ms: number, run: () => void): () => void;
}

export const SYSTEM_CLOCK: ShareClock = {
  now: () => performance.now(),
  every: (ms, run) => {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};
