import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Application, NextFunction, Request, Response } from 'express';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DomainError } from '#core/errors.js';
import type { Config } from '#platform/process/config/config.js';
import type { StudioConfig } from '#platform/process/config/studio-config.js';
import { stateOf } from '#platform/observability/requests/request-state.js';

const HOME = '/studio/';
const ASSETS = '/studio/assets/';
/** The route of the settings (studio-config.controller.ts), which is below the path of the page. */
const SETTINGS = '/studio/config.json';

/** `/studio` and all that is below it, without parameters: Express refuses those that it cannot decode. */
const PATHS = /^\/studio(?:\/|$)/i;

/** Where the build is: in a package and for sources, and beside a build of the service. */
const PLACES = ['../../../studio/dist', '../../../../studio/dist'];

/** Encodings in which the build has stored assets, best first, with the ends of their names. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** Their names contain a hash of their content. */
const FOREVER = 'public, max-age=31536000, immutable';

const NOT_BUILT = 'The studio is not built. Run `npm run build`, and start the service again.\n';

/** Files of a built studio. */
interface BuiltStudio {
  readonly folder: string;
  readonly page: Buffer;
  readonly assets: ReadonlySet<string>;
}

/** Folder of the studio that was built last; undefined where there is none. */
function folderOfBuild(): string | undefined {
  return PLACES.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((folder) => existsSync(folder));
}

/** Follows links, so that this process keeps its files when another build is made. */
function readBuild(place: string | undefined): BuiltStudio | undefined {
  if (place === undefined || !existsSync(join(place, 'index.html'))) return undefined;
  const folder = realpathSync(place);
  const assets = new Set(readdirSync(join(folder, 'assets')));
  return { folder: join(folder, 'assets'), page: readFileSync(join(folder, 'index.html')), assets };
}

/**
 * Policy of the page and of its workers: they load their own files alone, call this service and the identity provider, and
 * create no script from text (docs/decisions/0416-the-studio-runs-no-text.md).
 */
function policyFor({ oidc }: StudioConfig): string {
  const provider = oidc ? ` ${new URL(oidc.authority).origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self'${provider}`,
    "img-src 'self' data: blob:",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types studio-worker',
  ].join('; ');
}

/**
 * Serves the studio at /studio, unless the setting STUDIO forbids it: its assets, and the page for every other path, which
 * the page itself reads. Where the studio is not built, the page says how to build it.
 *
 * @param place folder of the build
 */
export function serveStudio(app: NestExpressApplication, { studio }: Config, place = folderOfBuild()): void {
  if (!studio) return;
  const policy = policyFor(studio);
  const built = readBuild(place);
  const express = app.getHttpAdapter().getInstance() as Application;
  express.get('/', (_, res) => res.redirect(HOME));
  express.get(PATHS, (req, res, next) => {
    const { path } = stateOf(req);
    if (path === SETTINGS) return next();
    if (!path.startsWith(HOME)) return res.redirect(HOME);
    if (path.startsWith(ASSETS)) return sendAsset(built, path.slice(ASSETS.length), policy, { req, res, next });
    if (!built) return res.status(503).type('text/plain').send(NOT_BUILT);
    res.setHeader('Content-Security-Policy', policy);
    res.type('text/html').send(built.page);
  });
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
  readonly next: NextFunction;
}

/** Sends an asset in the best encoding that the client accepts. */
function sendAsset(built: BuiltStudio | undefined, name: string, policy: string, { req, res, next }: Exchange): void {
  if (!built?.assets.has(name)) throw noSuchFile();
  const encoding = encodingFor(req, name, built.assets);
  const headers = {
    'Cache-Control': FOREVER,
    'Content-Security-Policy': policy,
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
  };
  const file = encoding ? name + ENCODINGS[encoding] : name;
  const options = { cacheControl: false, acceptRanges: false, etag: false, lastModified: false };
  res.type(extname(name)).sendFile(file, { root: built.folder, headers, ...options }, (error?: FileError) => {
    // A client that has left gets no answer.
    if (error && !res.headersSent) next(error.status === 404 ? noSuchFile() : error);
  });
}

/** Failure of a file, with the status that Express gives it. */
type FileError = Error & { readonly status?: number };

const noSuchFile = (): DomainError =>
  new DomainError({ code: 'NotFound', message: 'The studio has no such file. Load its page again.' });

function encodingFor(req: Request, name: string, assets: ReadonlySet<string>): keyof typeof ENCODINGS | undefined {
  const encodings = Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[];
  return encodings.find((each) => assets.has(name + ENCODINGS[each]) && req.acceptsEncodings(each) !== false);
}
