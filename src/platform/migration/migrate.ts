import { fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { MIGRATIONS, MIGRATIONS_TABLE } from '../../migrations/index.js';
import { bindLog } from '../changes/bind-log.js';
import { whileSettingUp } from '../database/platform-database.js';

/** Migrates the platform's schema and binds the change log to its server. Nodes that start together do it one by one. */
export function migrate(url: string): Promise<void> {
  return whileSettingUp(url, async (client) => {
    if (await hasPending(client)) await applyInChild(url);
    await bindLog(client);
  });
}

/** True when migrations are pending. It uses a plain query because loading TypeORM costs 33 MB and 0.4 s. */
async function hasPending(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    MIGRATIONS_TABLE,
  ]);
  if (!rows[0].exists) return true;
  const applied = await client.query<{ name: string }>(`SELECT name FROM ${MIGRATIONS_TABLE}`);
  const names = new Set(applied.rows.map(({ name }) => name));
  return MIGRATIONS.some((migration) => !names.has(migration.name));
}

/**
 * Applies migrations in a child, so that TypeORM's memory is freed. The URL goes as a message: arguments are visible to
 * others.
 */
async function applyInChild(url: string): Promise<void> {
  const extension = extname(import.meta.url);
  const child = fork(pathOf(`./apply-migrations${extension}`), extension === '.ts' ? FROM_SOURCES : {});
  child.send(url);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The migrations of the database failed; the lines above say why.');
}

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Options of a child that runs the sources: the TypeScript loader, which finds its settings in the working folder. */
const FROM_SOURCES: ForkOptions = { execArgv: ['--import', 'tsx'], cwd: pathOf('../../..') };
