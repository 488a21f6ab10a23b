import type { Query } from '#platform/database/platform-database.js';
import { appliedMigrations } from '#platform/database/migrate.js';
import type { LocatedEnvironment } from './freeze.js';

/** Preview of a move. */
export interface EnvironmentMovePlan {
  readonly tables: number;
  readonly bytes: number;
  /** Estimated number of records, and of rows of the change log. */
  readonly records: number;
  readonly changes: number;
  /** Estimated time until the switch, in seconds. */
  readonly seconds: number;
  /** Why the move is not possible now; empty: it is. */
  readonly blocks: readonly string[];
  /** Reasons that may hold it up. */
  readonly remarks: readonly string[];
}

/** Rows per second of a copy with its indexes on a slow machine, of two servers that share it. */
const ROWS_PER_SECOND = 15_000;
const LONG_SECONDS = 10;

interface Size {
  readonly tables: string;
  readonly bytes: string;
  readonly records: number;
  readonly changes: string;
}

const SIZE = `
  SELECT count(*) AS tables, COALESCE(sum(pg_total_relation_size(c.oid)), 0) AS bytes,
    COALESCE(sum(greatest(c.reltuples, 0)), 0)::float8 AS records,
    (SELECT count(*) FROM platform.change t WHERE t.environment_id = $2) AS changes
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relkind = 'r'`;

/** Transactions that hold locks of tables of the environment for long. */
const LONG = `
  SELECT DISTINCT a.pid
  FROM pg_stat_activity a
  JOIN pg_locks l ON l.pid = a.pid AND l.mode NOT IN ('AccessShareLock', 'RowShareLock')
  JOIN pg_class c ON c.oid = l.relation
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND a.xact_start < now() - $2 * interval '1 s' AND a.pid <> pg_backend_pid()`;

/** Compares source and target, and changes nothing. */
export async function planEnvironmentMove(
  source: Query,
  target: Query,
  environment: LocatedEnvironment,
): Promise<EnvironmentMovePlan> {
  const [size] = await source<Size>(SIZE, [environment.schema, environment.id]);
  const { records } = size;
  const changes = Number(size.changes);
  const long = await source<{ pid: number }>(LONG, [environment.schema, LONG_SECONDS]);
  return {
    tables: Number(size.tables),
    bytes: Number(size.bytes),
    records,
    changes,
    seconds: Math.ceil((records + changes) / ROWS_PER_SECOND) + 5,
    blocks: [...(await versionBlocks(source, target)), ...(await targetBlocks(target, environment))],
    remarks: long.map(({ pid }) => `Session ${pid} holds locks of the environment for over ${LONG_SECONDS} s.`),
  };
}

async function versionBlocks(source: Query, target: Query): Promise<readonly string[]> {
  const [here, there] = [await appliedMigrations(source), await appliedMigrations(target)];
  const isSame = here.length === there.length && here.every((name, i) => there[i] === name);
  return isSame ? [] : ['The cells have different versions of the service: upgrade the older one first.'];
}

async function targetBlocks(target: Query, { id, schema }: LocatedEnvironment): Promise<readonly string[]> {
  const [found] = await target<{ state: string | null; schema: boolean; may: boolean }>(
    `SELECT (SELECT e.state FROM platform.environment e WHERE e.id = $1) AS state,
       EXISTS (SELECT FROM pg_namespace n WHERE n.nspname = $2) AS schema,
       has_database_privilege(current_database(), 'CREATE') AS may`,
    [id, schema],
  );
  const blocks: string[] = [];
  if (!found.may) blocks.push('The login of the target may not create schemas: grant CREATE on its database.');
  if (found.state === 'Moved' && found.schema)
    blocks.push(
      'The target keeps the tables of an earlier move: npm run env -- move --finish at the target drops them.',
    );
  if (found.state !== null && !['Copying', 'Moved'].includes(found.state))
    blocks.push('The target has an environment of this id.');
  return blocks;
}
