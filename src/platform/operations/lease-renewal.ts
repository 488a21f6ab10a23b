import type { ConnectionSettings } from '#platform/database/connections/connection-settings.js';

/** Statement that renews all leases of one kind that a process holds. */
export interface LeaseRenewal {
  readonly text: string;
  readonly values: readonly (string | number)[];
  readonly leaseMs: number;
}

/** Data of the thread that renews leases. */
export interface LeaseThreadData {
  /** A counter that the event loop of the process increments while it is not blocked. */
  readonly beats: SharedArrayBuffer;
  readonly beatMs: number;
  readonly renewals: readonly LeaseRenewal[];
  readonly connection: ConnectionSettings;
}
