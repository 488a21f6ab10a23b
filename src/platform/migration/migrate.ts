import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { MIGRATIONS, MIGRATIONS_TABLE } from '../../migrations/index.js';
import { bindLog } from '../changes/bind-log.js';
import { whileSettingUp } from '../database/platform-database.js';

/** Brings the platform's schema up to date and ties the change log to its server; nodes that start together do so one after the other. */
export function migrate(url: string): Promise<void> {
  return whileSettingUp(url, async (client) => {
    if (await hasPending(client)) await applyInChild(url);
    await bindLog(client);
  });
}

/** A plain query, since loading TypeORM only to learn that there is nothing to do costs 33 MB and 0.4 s. */
async function hasPending(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    MIGRATIONS_TABLE,
  ]);
  if (!rows[0].exists) return true;
  const applied = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE}`);
  const names = new Set(applied.rows.map(({ name }) => name));
  return MIGRATIONS.some((migration) => !names.has(migration.name));
}

/** TypeORM's memory is gone with the child. The URL goes as a message: others can see a process's arguments. */
async function applyInChild(url: string): Promise<void> {
  const extension = extname(import.meta.url);
  const script = fileURLToPath(new URL(`./apply-migrations${extension}`, import.meta.url));
  const child = fork(script, {
    // When the service runs from its sources, the child needs their loader too.
    execArgv: extension === '.ts' ? ['--import', 'tsx'] : [],
  });
  child.send(url);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The migrations of the database failed; the lines above say why.');
}
