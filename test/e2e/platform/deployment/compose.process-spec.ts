import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import pg from 'pg';
import { OPEN_SHARED_FUNCTIONS } from '#core/routine-roles/open-functions.js';
import { readCompose } from '../../../support/compose-file.js';
import { InstalledPostgres } from '../../../support/installed-postgres.js';
import { POSTGRES } from '../../../support/needed-programs.js';
import { ServiceProcess, START_MS } from '../../../support/service-process.js';

const run = promisify(execFile);
const SECRETS = {
  POSTGRES_PASSWORD: 'a'.repeat(64),
  SERVICE_PASSWORD: 'b'.repeat(64),
  JWT_SECRET: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
};
const { services } = readCompose(SECRETS);

let server: InstalledPostgres | undefined;
beforeAll(async () => {
  server = await InstalledPostgres.startBare({ password: SECRETS.POSTGRES_PASSWORD });
}, START_MS);
afterAll(async () => {
  await ServiceProcess.killAll();
  await server?.stop();
});

/** Executes the health check of the database at the port that it has in this test. */
function checkDatabase(environment: Readonly<Record<string, string>>): Promise<unknown> {
  const [kind, command] = services.postgres.healthcheck.test;
  expect(kind).toBe('CMD-SHELL');
  const env = {
    ...environment,
    PATH: `${POSTGRES.required}:${process.env.PATH}`,
    HOSTNAME: '127.0.0.1',
    PGPORT: server!.port,
  };
  return run('sh', ['-c', command], { env });
}

/** Executes the health check of the service at the port that it has in this test. */
function checkService(port: string): Promise<unknown> {
  const [kind, program, ...args] = services.service.healthcheck.test;
  expect([kind, program]).toEqual(['CMD', 'node']);
  return run(
    process.execPath,
    args.map((arg) => arg.replace('127.0.0.1:3000', `127.0.0.1:${port}`)),
  );
}

/** Variables that the image has. */
const imageVariables = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...readFileSync('Dockerfile', 'utf8').matchAll(/^ENV (\w+)=(\S+)$/gm)].map(([, ...pair]) => pair),
  );

/** The database as the scripts of compose.yaml leave it. */
async function stateOf(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`
    SELECT ${OPEN_SHARED_FUNCTIONS} AS "openFunctions", rolsuper AS "isSuperuser" FROM pg_roles WHERE rolname = current_user`);
  await client.end();
  return rows[0];
}

POSTGRES.describe('compose.yaml', () => {
  it(
    'starts with the database and the environment of compose.yaml, and answers its health checks',
    async () => {
      const { environment: databaseVariables } = services.postgres;
      await expect(checkDatabase(databaseVariables)).rejects.toThrow(/data_service/);
      await server!.administer('psql -qf deploy/postgres/create-database.sql "$ADMIN_URL"', databaseVariables);
      await checkDatabase(databaseVariables);
      await expect(checkDatabase({ SERVICE_PASSWORD: 'changed' })).rejects.toThrow(/password authentication failed/);

      const environment = { ...imageVariables(), ...services.service.environment };
      const url = environment.DATABASE_URL.replace('@postgres:5432/', `@127.0.0.1:${server!.port}/`);
      expect(await stateOf(url)).toEqual({ openFunctions: 0, isSuperuser: false });
      const service = await ServiceProcess.startWith({ ...environment, DATABASE_URL: url, PORT: '0' });
      const { port } = new URL(service.url);
      await checkService(port);
      const { status, body } = await service.send('GET', '/health/ready');
      expect([status, body.Status]).toEqual([200, 'Ready']);
      expect((await service.send('POST', '/dev/token', { UserName: 'ada.admin' })).status).toBe(404);
      expect(await service.stop()).toBe(0);
      await expect(checkService(port)).rejects.toThrow(/Command failed/);
    },
    2 * START_MS,
  );
});
