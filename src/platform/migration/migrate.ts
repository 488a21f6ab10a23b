import type pg from 'pg';
import { MIGRATIONS, MIGRATIONS_TABLE } from '../../migrations/index.js';
import { bindLog } from '../changes/bind-log.js';
import { whileSettingUp } from '../database/platform-database.js';

/** Migrates the platform's schema and binds the change log to its server. Nodes that start together do it one by one. */
export function migrate(url: string): Promise<void> {
  return whileSettingUp(url, async (client) => {
    if (await hasPending(client)) await applyPending(url);
    await bindLog(client);
  });
}

/** True when migrations are pending. A plain query tells it faster than a connection of TypeORM. */
async function hasPending(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    MIGRATIONS_TABLE,
  ]);
  if (!rows[0].exists) return true;
  const applied = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE}`);
  const names = new Set(applied.rows.map(({ name }) => name));
  return MIGRATIONS.some((migration) => !names.has(migration.name));
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
