import type { NestExpressApplication } from '@nestjs/platform-express';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Config } from '#platform/process/config/config.js';

const PAGE = '/samples/page/';

/** Folders of the project by the path at which they are served. */
const FOLDERS: Readonly<Record<string, string>> = {
  [PAGE]: 'samples/page',
  '/samples/client/': 'samples/client',
  '/samples/signalr/': 'node_modules/@microsoft/signalr/dist/browser',
};

/** Candidates for the project's root: two levels above the sources, three above the build output. */
const ROOTS = ['../../', '../../../'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const root = ROOTS.find((folder) => Object.values(FOLDERS).every((path) => existsSync(folder + path)));

/**
 * Path of the sample page; undefined when it is not served: without development tokens, or in images, which lack it.
 */
export const samplePage = ({ tokens }: Config): string | undefined =>
  tokens.devTokens && root !== undefined ? PAGE : undefined;

/**
 * Serves the sample page from the service's own origin, so that it needs neither CORS nor another server (decision
 * 0099).
 */
export function serveSamples(app: NestExpressApplication, config: Config): void {
  if (samplePage(config) === undefined) return;
  for (const [prefix, folder] of Object.entries(FOLDERS))
    app.useStaticAssets(root + folder, {
      prefix,
      setHeaders: (response) => {
        for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      },
    });
}
