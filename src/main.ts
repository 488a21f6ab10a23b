import 'reflect-metadata';
import { Logger, ShutdownSignal } from '@nestjs/common';
import { createApp } from './app.js';
import type { Config } from './platform/config/config.js';
import { loadConfig } from './platform/config/load-config.js';

/** Milliseconds for pool and database to close once the requests are done. */
const CLOSE_MS = 4_000;

const logger = new Logger('Process');

/** A state nobody foresaw: the supervisor's restart is safer than going on. */
function crash(error: unknown): never {
  logger.fatal(error);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const app = await createApp(config);
  app.enableShutdownHooks([ShutdownSignal.SIGTERM, ShutdownSignal.SIGINT], { useProcessExit: true });
  const allMs = config.http.drainDelayMs + config.http.shutdownGraceMs + CLOSE_MS;
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.once(signal, () => setTimeout(crash, allMs, new Error(`not stopped within ${allMs} ms`)).unref());
  await app.listen(config.port, config.host);
  process.stdout.write(greeting(await app.getUrl(), config));
}

/** Where to go from here; the demo's names only where there is a demo. */
function greeting(url: string, { database, tokens }: Config): string {
  const lines = [`Listening on ${url}`, `Swagger UI:  ${url}/swagger`];
  if (tokens.devTokens) {
    const user = database.demo ? 'nina.north' : '<user name>';
    lines.push(
      `A token:     curl -s -X POST ${url}/dev/token -H 'Content-Type: application/json' -d '{"UserName":"${user}"}'`,
    );
  }
  if (database.demo)
    lines.push(`Its context: -H 'TenantId: Northgate' -H 'AppId: OrderToCash' -H 'EnvironmentId: Development'`);
  return `${lines.join('\n')}\n`;
}

process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);

try {
  await start(loadConfig());
} catch (error) {
  process.stderr.write(
    `The service did not start. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}
