import type { Metrics } from './metrics.js';

/** Kinds of faults of the database that operators can mend. */
export const DATABASE_FAULTS = ['connection', 'disk_full', 'resources', 'read_only', 'timeout', 'conflict'] as const;
export type DatabaseFault = (typeof DATABASE_FAULTS)[number];

const FAULTS = {
  kind: 'counter',
  name: 'db_errors_total',
  help: 'Statements that the database has failed, and connections that it has refused.',
} as const;

const counts = new Map<DatabaseFault, number>();

/** Counts a fault of the database in this process. */
export const countFault = (kind: DatabaseFault | undefined): void => {
  if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
};

/** Adds the metrics of the faults of this process. */
export function addDatabaseFaults(metrics: Metrics): void {
  for (const kind of DATABASE_FAULTS) metrics.add(FAULTS, { kind }, () => counts.get(kind) ?? 0);
}
