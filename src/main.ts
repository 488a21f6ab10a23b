#!/usr/bin/env node
import { Logger } from '@nestjs/common';
import { extname } from 'node:path';
import { samplePage } from './demo/serve-samples.js';
import { VERSION } from './platform/process/config/build-info.js';
import type { Config } from './platform/process/config/config.js';
import { loadConfig } from './platform/process/config/load-config.js';
import { createLogger, NestLogger } from './platform/observability/logging/logger.js';
import { onStopSignal, runProgram, stopWithinMs } from './program.js';

/** Serves in this process. @returns the URL at which it listens */
async function serveAlone(config: Config): Promise<string> {
  const { serve } = await import('./serve.js');
  return (await serve(config)).getUrl();
}

/** Starts the primary process and its workers, which load the service themselves. @returns the URL of the workers */
async function lead(config: Config): Promise<string> {
  const { Primary } = await import('./platform/http/cluster/primary.js');
  const program = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
  const primary = await Primary.start(config, program, stopWithinMs(config));
  onStopSignal(() => void primary.stop().then((inTime) => process.exit(inTime ? 0 : 1)));
  return primary.url;
}

/** Logs the settings that are allowed, but weaken security. */
function warnOfSettings(config: Config): void {
  Logger.overrideLogger(new NestLogger(createLogger(config)));
  for (const warning of config.warnings) new Logger('Settings').warn(warning);
}

/** Lines printed at start: addresses, and the demo's names if the demo is loaded. */
function greeting(url: string, config: Config): string {
  const { database, tokens } = config;
  const lines = [`Listening on ${url}`, `Version:     ${VERSION}`];
  if (config.studio) lines.push(`Studio:      ${url}/studio/`);
  if (config.swagger) lines.push(`Swagger UI:  ${url}/swagger`);
  const page = samplePage(config);
  if (database.demo && page !== undefined) lines.push(`Sample page: ${url}${page}`);
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

await runProgram(async () => {
  const config = loadConfig();
  warnOfSettings(config);
  const url = config.cluster === 1 ? await serveAlone(config) : await lead(config);
  process.stdout.write(greeting(url, config));
});
