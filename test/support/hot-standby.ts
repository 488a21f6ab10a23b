import { InstalledPostgres } from './installed-postgres.js';

/** Starts a hot standby that follows a server from now on. @param settings of postgresql.conf */
export async function startStandby(
  primary: InstalledPostgres,
  settings: Readonly<Record<string, string>> = {},
): Promise<InstalledPostgres> {
  const standby = await InstalledPostgres.prepare({ settings });
  await standby.run('pg_basebackup -d "$PRIMARY" -D "$PGDATA" -R -X stream -c fast', { PRIMARY: primary.adminUrl });
  await standby.launch();
  return standby;
}
