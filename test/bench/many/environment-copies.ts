import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { InstalledPostgres } from '../../support/installed-postgres.js';
import { POSTGRES } from '../../support/needed-programs.js';
import type { Finding } from '../findings.js';
import { medianPair, pairsInTurns } from '../rig/pairs.js';
import { stop } from '../rig/processes.js';
import { type Environment, environmentOf, idOf } from '../rig/seed.js';
import { PLACE, startService } from '../rig/service.js';
import { takeDown } from './large-table.js';

const execute = promisify(execFile);

/** Rows of the environment, of which a fifth are customers and another fifth orders. */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const PART = Math.floor(ROWS / 5);
const LINES = 3;
const PAIRS = 3;
/** Least speed of a copy, of that of a dump. */
const SHARE = 0.5;

const NAME = Object.values(PLACE).join('/');

/** Copies an environment into another database of the same server, beside a dump of its schema. */
export async function environmentCopyFindings(): Promise<readonly Finding[]> {
  if (POSTGRES.path === undefined) return [{ isReached: true, text: 'skipped: PostgreSQL is not installed' }];
  const server = await InstalledPostgres.start();
  try {
    const first = await startService(server.url, []);
    await stop(first.process);
    const { schema } = await filled(server.url);
    await server.run('psql -qc "CREATE DATABASE prepared OWNER owner" "$ADMIN_URL"');
    await command(at(server, 'prepared'), {}, 'list');
    const pairs = await pairsInTurns(PAIRS, {
      copy: async () => {
        await renewTarget(server);
        const settings = { TARGET_DATABASE_URL: at(server, 'target') };
        return seconds(() => command(server.url, settings, 'copy', NAME, NAME));
      },
      dump: async () => {
        await renewTarget(server);
        return seconds(() => dump(server, schema));
      },
    });
    const ratioOf = ({ copy, dump: dumped }: (typeof pairs)[number]): number => dumped / copy;
    const { ratio, pair } = medianPair(pairs, ratioOf);
    const ratios = pairs.map(ratioOf);
    const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
    const times = `copy ${pair.copy.toFixed(1)} s | pg_dump and psql ${pair.dump.toFixed(1)} s`;
    return [{ isReached: ratio >= SHARE, text: `${ROWS} rows: ${ratio.toFixed(2)} of ${SHARE} (${range})  ${times}` }];
  } finally {
    await server.stop();
  }
}

const at = ({ port }: InstalledPostgres, database: string): string => `postgres://owner@127.0.0.1:${port}/${database}`;

async function seconds(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}

/** Makes the database `target` anew, with what the service has in a database without environments. */
const renewTarget = (server: InstalledPostgres): Promise<void> =>
  server.run(
    'psql -qc "DROP DATABASE IF EXISTS target" -c "CREATE DATABASE target OWNER owner TEMPLATE prepared" "$ADMIN_URL"',
  );

const dump = (server: InstalledPostgres, schema: string): Promise<void> =>
  server.run(
    `pg_dump --no-owner --no-privileges -n ${schema} "$DATABASE_URL" | psql -qX -v ON_ERROR_STOP=1 "$TARGET" >/dev/null`,
    { TARGET: at(server, 'target') },
  );

/** Runs the built command, as an operator does. */
async function command(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<void> {
  await execute(process.execPath, ['dist/src/env.js', ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ...settings },
  });
}

/** Stores customers, their orders and the lines of these straight into their tables. */
async function filled(url: string): Promise<Environment> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const environment = await environmentOf(client);
    const { schema } = environment;
    const restore: string[] = [];
    for (const name of ['Customer', 'Order', 'OrderLine'])
      restore.push(...(await takeDown(client, `"${schema}"."${name}"`)));
    for (const statement of [...inserts(environment), ...restore, 'VACUUM ANALYZE']) await client.query(statement);
    return environment;
  } finally {
    await client.end();
  }
}

function inserts({ schema, userId, teamId }: Environment): readonly string[] {
  const system = '"Id", "RecordInformationId", "OwnerId", "OwnerTeamId", "CreatedBy", "UpdatedBy"';
  const values = (number: string): string =>
    `${idOf(number)}, gen_random_uuid(), '${userId}', '${teamId}', '${userId}', '${userId}'`;
  return [
    `INSERT INTO "${schema}"."Customer" (${system}, "CustomerNumber", "Name", "TaxId", "Email", "Phone", "Segment",
       "CreditLimit", "IsActive", "OnboardedOn", "RegionId")
     SELECT ${values('n')}, 'CUS-S' || n, 'Customer ' || md5(n::text), 'SE' || lpad(n::text, 12, '0'),
       's' || n || '@customer.example', '+49 30 1234567', 'Wholesale', 7500.00, true, '2025-01-15', region
     FROM generate_series(1, ${PART}) n, (SELECT "Id" AS region FROM "${schema}"."Region" LIMIT 1) r`,
    `INSERT INTO "${schema}"."Order" (${system}, "OrderNumber", "CustomerId", "OrderDate", "Priority", "Currency",
       "DiscountPercent", "LineCount", "SubTotal")
     SELECT ${values('n')}, 'SO-S' || n, ${idOf('n')}, '2025-01-15', 'Normal', 'EUR', 2.50, ${LINES}, 25.00
     FROM generate_series(1, ${PART}) n`,
    `INSERT INTO "${schema}"."OrderLine" (${system}, "OrderId", "LineNumber", "ProductId", "Quantity", "UnitPrice")
     SELECT ${values(`n * ${LINES} + l`)}, ${idOf('n')}, l, product, l, 2.50
     FROM generate_series(1, ${PART}) n, generate_series(1, ${LINES}) l,
       (SELECT "Id" AS product FROM "${schema}"."Product" LIMIT 1) p`,
  ];
}
