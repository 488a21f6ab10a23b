import { CallerConnections } from '#platform/database/caller-connections.js';
import { Commits } from '#platform/database/commits.js';
import { ConnectionPool } from '#platform/database/connections/connection-pool.js';
import type { ConnectionSettings } from '#platform/database/connections/connection-settings.js';
import { Database } from '#platform/database/database.js';
import { FairShare } from '#platform/process/shares/fair-share.js';

/** A database all of whose connections one user may have; 500 of their calls may wait. */
export function oneCallersDatabase(settings: ConnectionSettings, permits: number): Database {
  const all = { permits, perUser: permits, perTenant: permits, kept: 0, keptInTenant: 0 };
  const share = new FairShare('database connections', { ...all, waitMs: 2_000, waitingPerUser: 500 });
  const connections = new CallerConnections(new ConnectionPool(settings, permits), share);
  return new Database(connections, new ConnectionPool(settings, 1), new Commits());
}
