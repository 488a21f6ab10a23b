import type { INestApplicationContext } from '@nestjs/common';
import { AppModule } from '#app.module.js';
import { loadPlugins } from '#load-plugins.js';
import { DomainError } from '#core/errors.js';
import { DatabaseServer } from '#platform/database/database-server.js';
import { createHttpApp } from '#platform/http/http-app.js';
import type { Config } from '#platform/process/config/config.js';
import { loadConfig } from '#platform/process/config/load-config.js';
import { writeCells } from './cells/write-cells.js';
import {
  type AnyLine,
  type CopyLine,
  HELP,
  isCopy,
  isMove,
  type MoveLine,
  readCommandLine,
  WrongUsage,
} from './command-line.js';
import { copyEnvironments } from './copy-environments.js';
import { diffDocuments } from './diff-documents.js';
import { EnvironmentCommand } from './environment-command.js';
import { moveByLine } from './move-environment.js';
import { faultLines } from './report.js';

const [DONE, REFUSED] = [0, 2];

const print = (text: string): boolean => process.stdout.write(text);
const report = (text: string): boolean => process.stderr.write(`${text}\n`);

/** Runs one call of the command. @returns the exit code of the process */
export async function runEnvironmentCommand(args: readonly string[]): Promise<number> {
  try {
    const line = readCommandLine(args);
    if (line) return await run(line);
    print(HELP);
    return DONE;
  } catch (error) {
    if (error instanceof DomainError) for (const text of faultLines(error.faults)) report(text);
    else report(error instanceof Error ? error.message : String(error));
    if (error instanceof WrongUsage) report('npm run env -- --help shows the actions and options.');
    return REFUSED;
  }
}

async function run(line: AnyLine): Promise<number> {
  if (line.action === 'diff' && !line.environment) return diffDocuments(line.paths, print);
  if (line.action === 'cells') {
    await writeCells(line.paths[0], line.out!, line.routers, report);
    return DONE;
  }
  if (isCopy(line)) return copyOrArchive(line);
  if (isMove(line)) return moveEnvironment(line);
  const app = await startService();
  try {
    return await new EnvironmentCommand(app, print, report).execute(line);
  } finally {
    await app.close();
  }
}

/** Copies start the service at the database that is written. */
async function copyOrArchive(line: CopyLine): Promise<number> {
  const config = loadConfig();
  const url = line.action === 'archive' || line.action === 'remove' ? undefined : config.database.targetUrl;
  const source = url === undefined ? undefined : await DatabaseServer.start(config);
  try {
    const app = await startService(url);
    try {
      await copyEnvironments(app, line, source?.directUrl, report);
      return DONE;
    } finally {
      await app.close();
    }
  } finally {
    await source?.stop();
  }
}

/** Moves start the service at the target, but for what is done at the source alone. */
async function moveEnvironment(line: MoveLine): Promise<number> {
  const isAtSource = line.moving === 'finish';
  const target = loadConfig().database.targetUrl;
  if (!isAtSource && target === undefined)
    throw new WrongUsage('move needs TARGET_DATABASE_URL, the database of the cell.');
  const source = isAtSource ? undefined : await DatabaseServer.start(loadConfig());
  try {
    const app = await (isAtSource ? startAtSource() : startService(target));
    try {
      await moveByLine(app, line, source?.directUrl, { print, report });
      return DONE;
    } finally {
      await app.close();
    }
  } finally {
    await source?.stop();
  }
}

/** @throws {Error} where its database is away, which may be lost for good */
async function startAtSource(): Promise<INestApplicationContext> {
  return startService().catch((cause: unknown) => {
    throw new Error(
      `The database of the old cell (DATABASE_URL) cannot be used: ${cause instanceof Error ? cause.message : String(cause)}. ` +
        'Bring it back and repeat --finish. If it is lost, nothing is left to finish: the new cell has all of the environment.',
      { cause },
    );
  });
}

/** Starts a node that does not listen, executes no runs and does not load the demo. Standard output is the command's own. */
async function startService(url?: string): Promise<INestApplicationContext> {
  const { database, runs, ...settings }: Pick<Config, keyof Config> = loadConfig();
  const config: Config = Object.freeze({
    ...settings,
    // The other settings of the database are about the one of DATABASE_URL.
    database: { ...database, ...(url !== undefined && { url, directUrl: url, standbyUrls: [] }), demo: false },
    runs: { ...runs, isWorker: false },
    cluster: 1,
    logLevel: 'silent',
  });
  const app = await createHttpApp(AppModule.forConfig(config, await loadPlugins(config)), config);
  return app.init();
}
