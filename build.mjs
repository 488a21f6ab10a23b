import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds the service, unless its sources have been built before. Each build has a folder of its own, `dist-<digest of the
 * sources>`, and `dist` is a link to the latest one: a running service keeps the files that it was started from.
 */

const ROOT = fileURLToPath(new URL('.', import.meta.url));
/** What a build depends on, beside `src`. */
const INPUTS = [
  'build.mjs',
  'ormconfig.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.build.json',
  'tsconfig.json',
];
/** Builds that are kept for services that were started from them. */
const KEPT = 10;
/** A build that has not ended after this time was killed. */
const DRAFT_MS = 3_600_000;
const LINK = join(ROOT, 'dist');
/** Copy of the latest build for `npm pack`, which packs no links. */
const PACKED = join(ROOT, 'lib');

/** Output of a command of Git. */
const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim();

/** Runs a program of Node. */
const run = (...args) => execFileSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });

const readable = (file) => readFileSync(join(ROOT, file));

/** Digest of everything that a build depends on. */
function digestOfSources() {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true }).filter((name) => name.endsWith('.ts'));
  const files = [...INPUTS, ...sources.map((name) => join('src', name))].filter((name) => existsSync(join(ROOT, name)));
  const hash = createHash('sha256');
  for (const file of files.toSorted((a, b) => (a < b ? -1 : 1)))
    hash.update(`${file}\0`).update(readable(file)).update('\0');
  return hash.digest('hex').slice(0, 12);
}

/** Commit of the sources: from the environment, as in an image, or from Git; `unknown` without either. */
function commitOfSources() {
  try {
    const isChanged = git('status', '--porcelain', '--', 'src', ...INPUTS) !== '';
    return `${git('rev-parse', '--short=12', 'HEAD')}${isChanged ? '-changed' : ''}`;
  } catch {
    return process.env.SOURCE_COMMIT || 'unknown';
  }
}

/** Path of the TypeScript compiler; undefined where development packages are not installed. */
function compiler() {
  try {
    return createRequire(import.meta.url).resolve('typescript/bin/tsc');
  } catch {
    return undefined;
  }
}

/** Compiles into a folder, and adds what is made once for all nodes. */
function compileInto(folder) {
  const tsc = compiler();
  if (tsc === undefined) {
    process.stderr.write(
      'The sources have changed since the build, and the compiler is not installed. Run `npm ci`, then `npm run build`.\n',
    );
    process.exit(1);
  }
  run(tsc, '--project', 'tsconfig.build.json', '--outDir', folder, '--incremental', 'false');
  const { version, type } = JSON.parse(readable('package.json'));
  // `#core/…` of a compiled file is a compiled file, too.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, type, imports: { '#*.js': './src/*.js' } }));
  writeFileSync(join(folder, 'build-info.json'), JSON.stringify({ version, commit: commitOfSources() }));
  run(join(folder, 'src/describe-routes.js'));
}

/** Moves a finished build to its place, where another process may have put the same one. */
function publish(draft, folder) {
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(draft, { recursive: true });
  }
}

/** Lets `dist` lead to a build. A folder of that name, which older versions made, is kept as a build. */
function lead(name) {
  if (existsSync(LINK) && !lstatSync(LINK).isSymbolicLink()) renameSync(LINK, join(ROOT, `dist-${Date.now()}`));
  const draft = `${LINK}-link-${process.pid}`;
  symlinkSync(process.platform === 'win32' ? join(ROOT, name) : name, draft, 'junction');
  if (process.platform === 'win32') rmSync(LINK, { force: true, recursive: true });
  renameSync(draft, LINK);
}

/** Removes the oldest builds, and what builds that were killed have left. */
function prune() {
  const aged = readdirSync(ROOT)
    .filter((name) => /^dist-[\da-f]+(-\d+)?$/.test(name))
    .map((name) => ({ path: join(ROOT, name), isDraft: name.split('-').length > 2 }))
    .map((each) => ({ ...each, ageMs: Date.now() - statSync(each.path).mtimeMs }))
    .toSorted((a, b) => a.ageMs - b.ageMs);
  const builds = aged.filter(({ isDraft }) => !isDraft).slice(KEPT);
  const drafts = aged.filter(({ isDraft, ageMs }) => isDraft && ageMs > DRAFT_MS);
  for (const { path } of [...builds, ...drafts]) rmSync(path, { recursive: true });
}

function build() {
  const name = `dist-${digestOfSources()}`;
  const folder = join(ROOT, name);
  if (!existsSync(folder)) {
    process.stderr.write('Building the service, which takes about half a minute.\n');
    const draft = `${folder}-${process.pid}`;
    try {
      compileInto(draft);
      publish(draft, folder);
    } catch (error) {
      rmSync(draft, { force: true, recursive: true });
      if (error.status === undefined) throw error;
      process.exit(1);
    }
  }
  lead(name);
  prune();
}

/** Copies the latest build to where `exports` of the package leads. */
function copyForPackage() {
  const draft = `${PACKED}-${process.pid}`;
  cpSync(LINK, draft, { recursive: true, dereference: true });
  rmSync(PACKED, { force: true, recursive: true });
  renameSync(draft, PACKED);
}

// An image has no sources, but a build.
if (existsSync(join(ROOT, 'src'))) build();
if (process.argv.includes('--package')) copyForPackage();
