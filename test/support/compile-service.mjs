import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, readIfThere, writeAtomically } from './compile-typescript.mjs';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = join(PROJECT, 'src');
const BUNDLES = join(PROJECT, '.compiled/src');
/** Notes what the bundles were made from. */
const DIGEST = join(PROJECT, '.compiled/digest');
const ENTRIES = [
  'main',
  'worker',
  'env',
  'public-api',
  'platform/operations/lease-thread',
  'platform/process/plugins/redirect-imports',
];
/** Packages that others load only where they are installed. */
const ABSENT = ['@fastify/*', '@nestjs/microservices', '@nestjs/websockets', 'class-*', 'pg-native'];
/** Packages of CommonJS call `require`; decorators of every chunk need the metadata. */
const BANNER = `import 'reflect-metadata';
import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url);`;

/** Compiles our sources. Each keeps the address that it would have as a file of its own, beside which it finds others. */
const ourSources = {
  name: 'our-sources',
  setup({ onLoad, onResolve }) {
    // Packages that are loaded when they are used: those of CommonJS would lose the names of their exports.
    onResolve({ filter: /^[^.#/]/ }, ({ kind }) => (kind === 'dynamic-import' ? { external: true } : undefined));
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const address = `./${relative(SOURCES, path).replaceAll('\\', '/').replace(/ts$/, 'js')}`;
      const code = compile(path);
      return { contents: code.replaceAll('import.meta.url', `new URL('${address}', import.meta.url).href`) };
    });
  },
};

/** Digest of all sources and of the versions of packages. */
function digestOfSources() {
  const names = readdirSync(SOURCES, { recursive: true }).filter((name) => name.endsWith('.ts'));
  const files = [
    fileURLToPath(import.meta.url),
    join(PROJECT, 'package-lock.json'),
    ...names.map((name) => join(SOURCES, name)),
  ];
  const hash = createHash('sha256');
  for (const file of files.toSorted((one, other) => (one < other ? -1 : 1)))
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/**
 * Bundles the service with its packages into `.compiled/src`, for the processes that tests start: they start in half the
 * CPU time. The folder is as deep as that of the build, from where the service finds its files.
 */
export async function compileService() {
  const digest = digestOfSources();
  if (readIfThere(DIGEST) === digest) return;
  rmSync(BUNDLES, { recursive: true, force: true });
  await build({
    entryPoints: ENTRIES.map((name) => ({ in: join(SOURCES, `${name}.ts`), out: name })),
    outdir: BUNDLES,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    keepNames: true,
    external: [...ABSENT, 'reflect-metadata'],
    banner: { js: BANNER },
    plugins: [ourSources],
    logLevel: 'warning',
  });
  writeAtomically(DIGEST, digest);
}
