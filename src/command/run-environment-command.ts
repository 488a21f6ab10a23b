import type { INestApplicationContext } from '@nestjs/common';
import { AppModule } from '#app.module.js';
import { loadPlugins } from '#load-plugins.js';
import { DomainError } from '#core/errors.js';
import { createHttpApp } from '#platform/http/http-app.js';
import type { Config } from '#platform/process/config/config.js';
import { loadConfig } from '#platform/process/config/load-config.js';
import { writeCells } from './cells/write-cells.js';
import { type CommandLine, HELP, readCommandLine, WrongUsage } from './command-line.js';
import { diffDocuments } from './diff-documents.js';
import { EnvironmentCommand } from './environment-command.js';
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

async function run(line: CommandLine): Promise<number> {
  if (line.action === 'diff' && !line.environment) return diffDocuments(line.paths, print);
  const { action } = line;
  if (action === 'cells') {
    await writeCells(line.paths[0], line.out!, line.routers, report);
    return DONE;
  }
  const app = await startService();
  try {
    return await new EnvironmentCommand(app, print, report).execute(line, action);
  } finally {
    await app.close();
  }
}

/** Starts a node that does not listen, executes no runs and does not load the demo. Standard output is the command's own. */
async function startService(): Promise<INestApplicationContext> {
  const { database, runs, ...settings }: Pick<Config, keyof Config> = loadConfig();
  const config: Config = Object.freeze({
    ...settings,
    database: { ...database, demo: false },
    runs: { ...runs, isWorker: false },
    cluster: 1,
    logLevel: 'silent',
  });
  const app = await createHttpApp(AppModule.forConfig(config, await loadPlugins(config)), config);
  return app.init();
}
