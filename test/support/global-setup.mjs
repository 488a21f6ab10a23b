import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileService } from './compile-service.mjs';

const PROGRAM = fileURLToPath(new URL('./serve-databases.ts', import.meta.url));
const COMPILER = new URL('./run-typescript.mjs', import.meta.url).href;

/**
 * Compiles the service. Finds or starts the PostgreSQL of the run in a process of its own, which can load our sources. It
 * ends when its input does: with jest, in any way.
 */
export default async function globalSetup() {
  await compileService();
  const server = spawn(process.execPath, ['--import', COMPILER, PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = once(server, 'exit').then(() => {
    throw new Error('There is no PostgreSQL for the tests; the lines above say why.');
  });
  const [output] = await Promise.race([once(server.stdout, 'data'), failed]);
  failed.catch(() => undefined);
  Object.assign(process.env, JSON.parse(String(output)));
  Object.assign(globalThis, { testServer: server });
}
