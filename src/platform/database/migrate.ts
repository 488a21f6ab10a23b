import type pg from 'pg';
import { MIGRATIONS, MIGRATIONS_TABLE } from '#migrations/index.js';
import { bindLog } from './bind-log.js';
import { StartRefused } from '#platform/process/config/start-refused.js';
import { type Query, whileSettingUp } from './platform-database.js';

/** Migrates the platform's schema and binds the change log to its server. Nodes that start together do it one by one. */
export function migrate(url: string): Promise<void> {
  return whileSettingUp(url, async (client) => {
    if (await hasPending(client)) await applyPending(url);
    await bindLog(client);
  });
}

/** Names of the migrations that a database has. */
export const appliedMigrations = async (query: Query): Promise<readonly string[]> =>
  (await query<{ name: string }>(`SELECT name FROM public.${MIGRATIONS_TABLE} ORDER BY name`)).map(({ name }) => name);

/** True when migrations are pending. A plain query tells it faster than a connection of TypeORM. */
async function hasPending(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    MIGRATIONS_TABLE,
  ]);
  if (!rows[0].exists) {
    await requireNoOther(client);
    return true;
  }
  const applied = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE}`);
  const names = new Set(applied.rows.map(({ name }) => name));
  return MIGRATIONS.some((migration) => !names.has(migration.name));
}

/** Where the database had a `search_path` of its own, an earlier version may have made the table of migrations elsewhere. */
async function requireNoOther(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relname = $1 AND c.relkind = 'r'`,
    [MIGRATIONS_TABLE],
  );
  if (rows.length > 0)
    throw new StartRefused(
      `The database has its migrations in ${rows[0].name}: ALTER TABLE ${rows[0].name} SET SCHEMA public;`,
    );
}

/** Loads TypeORM only where there is something to apply. */
async function applyPending(url: string): Promise<void> {
  const { migrationDataSource } = await import('./migration-data-source.js');
  const source = await migrationDataSource(url).initialize();
  try {
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}
