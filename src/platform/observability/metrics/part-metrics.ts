import type { Metrics } from './metrics.js';

/** Connections of a pool, and requests that wait for one. */
export interface PoolState {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Counts of a fair share; see `FairShare.state`. */
interface ShareCounts {
  readonly inUse: number;
  readonly waiting: number;
  readonly refused: number;
  readonly stopped: number;
}

const CONNECTIONS = { kind: 'gauge', name: 'db_connections', help: 'Open connections to PostgreSQL.' } as const;
const POOL_WAITING = { kind: 'gauge', name: 'db_pool_waiting', help: 'Requests that wait for a connection.' } as const;

const SHARE_IN_USE = { kind: 'gauge', name: 'share_in_use', help: 'Permits of a fair share in use.' } as const;
const SHARE_WAITING = { kind: 'gauge', name: 'share_waiting', help: 'Requests that wait for a permit.' } as const;
const SHARE_REFUSED = {
  kind: 'counter',
  name: 'share_refused_total',
  help: 'Requests without a permit in time.',
} as const;
const SHARE_STOPPED = { kind: 'counter', name: 'share_stopped_total', help: 'Long reads stopped for others.' } as const;

/** Adds the metrics of a pool of database connections. */
export function addPool(metrics: Metrics, pool: string, of: { readonly state: PoolState }): void {
  metrics.add(CONNECTIONS, { pool, state: 'idle' }, () => of.state.idle);
  metrics.add(CONNECTIONS, { pool, state: 'busy' }, () => of.state.open - of.state.idle);
  metrics.add(POOL_WAITING, { pool }, () => of.state.waiting);
}

/** Adds the metrics of a fair share. */
export function addShare(metrics: Metrics, share: string, of: { readonly state: ShareCounts }): void {
  metrics.add(SHARE_IN_USE, { share }, () => of.state.inUse);
  metrics.add(SHARE_WAITING, { share }, () => of.state.waiting);
  metrics.add(SHARE_REFUSED, { share }, () => of.state.refused);
  metrics.add(SHARE_STOPPED, { share }, () => of.state.stopped);
}
