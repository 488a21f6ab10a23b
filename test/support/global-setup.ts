import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** The PostgreSQL of a whole test run, where it is not DATABASE_URL's. */
export interface TestServer {
  readonly folder: string;
  readonly process: ChildProcess;
}

/**
 * Finds or starts the PostgreSQL of the run. Jest loads this file without its module system, which cannot load our
 * sources then, so the server is started by a process of its own. That ends when its input does: with jest, in any way.
 */
export default async function globalSetup(): Promise<void> {
  process.env.TEST_RUN = randomUUID().slice(0, 8);
  process.env.TEST_SERVER_URL = process.env.DATABASE_URL ?? (await startServer());
  process.env.TEST_LOGIN = await makeLogin(process.env.TEST_SERVER_URL, `test_${process.env.TEST_RUN}_login`);
}

/**
 * A login for the service, which must be no superuser.
 * @returns `name:password`; empty: the server's URL names no superuser, so it is the service's too.
 */
async function makeLogin(serverUrl: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ super: boolean }>(
      'SELECT rolsuper AS super FROM pg_roles WHERE rolname = current_user',
    );
    if (!rows[0].super) return '';
    const password = randomUUID();
    await admin.query(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD '${password}'`);
    await admin.query(`GRANT SET ON PARAMETER temp_file_limit TO ${name}`);
    return `${name}:${password}`;
  } finally {
    await admin.end();
  }
}

async function startServer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'service tests '));
  await chmod(folder, 0o755); // The server's user must get in.
  const program = fileURLToPath(new URL('./start-embedded-postgres.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const server: TestServer = { folder, process: child };
  Object.assign(globalThis, { testServer: server });
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return (JSON.parse(output.toString()) as { adminUrl: string }).adminUrl;
}
