import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
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
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/**
 * Builds the service and the studio, each unless its sources have been built before. Each build has a folder of its own,
 * `dist-<digest of the sources>`, and `dist` is a link to the latest one: a running service keeps the files that it was
 * started from. Without a studio the service runs, and says at `/studio` how to build it. `--studio` builds the studio alone.
 */

const ROOT = fileURLToPath(new URL('.', import.meta.url));
/** What a build of the service depends on, beside `src`. */
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
/** Copy of the latest builds for `npm pack`, which packs no links. */
const PACKED = join(ROOT, 'lib');
/** Files of the studio that are sent compressed; pictures are already. */
const COMPRESSIBLE = /\.(?:css|js|json|svg|txt)$/;
/** Higher qualities take eight times as long for 7 % fewer bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Output of a command of Git. */
const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim();

/** A failure that has already been explained on standard error. */
class BuildFailed extends Error {}

/** Runs a program of Node. @throws {BuildFailed} when it fails */
const run = (...args) => runWith(process.env, ...args);

async function runWith(env, ...args) {
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new BuildFailed(`${args[0]} failed`);
}

const readable = (file) => readFileSync(join(ROOT, file));

/** Paths of all files of a folder and the folders in it. */
const filesIn = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)));

/** Everything that a build of the service depends on. */
const sourcesOfService = () => [...INPUTS, ...filesIn('src').filter((name) => name.endsWith('.ts'))];

/** Everything that a build of the studio depends on. */
function sourcesOfStudio() {
  const entries = readdirSync(join(ROOT, 'studio'), { withFileTypes: true });
  const ours = entries.filter(({ name }) => !/^(?:\.|dist|node_modules)/.test(name));
  const files = ours.flatMap((entry) => {
    const path = join('studio', entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
  return ['build.mjs', 'package-lock.json', ...files];
}

/** Digest of files and their names. */
function digestOf(names) {
  const files = names.filter((name) => existsSync(join(ROOT, name)));
  const hash = createHash('sha256');
  for (const file of files.toSorted((a, b) => (a < b ? -1 : 1)))
    hash.update(`${file}\0`).update(readable(file)).update('\0');
  return hash.digest('hex').slice(0, 12);
}

/** Commit of the sources: from the environment, as in an image, or from Git; `unknown` without either. */
function commitOfSources() {
  try {
    const isChanged = git('status', '--porcelain', '--', 'src', 'studio', ...INPUTS) !== '';
    return `${git('rev-parse', '--short=12', 'HEAD')}${isChanged ? '-changed' : ''}`;
  } catch {
    return process.env.SOURCE_COMMIT || 'unknown';
  }
}

/** Path of an installed file; undefined where development packages are not installed. */
function installed(specifier, from = 'package.json') {
  try {
    return createRequire(join(ROOT, from)).resolve(specifier);
  } catch {
    return undefined;
  }
}

/** Compiles the service into a folder, and adds what is made once for all nodes. */
async function compileService(folder) {
  const tsc = installed('typescript/bin/tsc');
  if (tsc === undefined) {
    process.stderr.write(
      'The sources have changed since the build, and the compiler is not installed. Run `npm ci`, then `npm run build`.\n',
    );
    throw new BuildFailed('no compiler');
  }
  await run(tsc, '--project', 'tsconfig.build.json', '--outDir', folder, '--incremental', 'false');
  const { version, type } = JSON.parse(readable('package.json'));
  // `#core/…` of a compiled file is a compiled file, too.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, type, imports: { '#*.js': './src/*.js' } }));
  writeFileSync(join(folder, 'build-info.json'), JSON.stringify({ version, commit: commitOfSources() }));
  await run(join(folder, 'src/describe-routes.js'));
}

/** Builds the studio into a folder, and compresses its files once for all nodes. */
async function compileStudio(folder) {
  const vite = installed('vite/package.json', 'studio/package.json');
  if (vite === undefined) throw new BuildFailed('no bundler');
  const program = join(dirname(vite), 'bin/vite.js');
  // A build is the same whoever starts it. Tests set another NODE_ENV, for which React comes with its development aids.
  const env = { ...process.env, NODE_ENV: 'production' };
  await runWith(env, program, 'build', join(ROOT, 'studio'), '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn');
  const assets = join(folder, 'assets');
  for (const path of readdirSync(assets)
    .filter((name) => COMPRESSIBLE.test(name))
    .map((name) => join(assets, name))) {
    const content = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(content, BROTLI));
  }
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

/** Lets a link lead to a build beside it. A folder of that name, which older versions made, is kept as a build. */
function lead(link, name) {
  if (existsSync(link) && !lstatSync(link).isSymbolicLink()) renameSync(link, `${link}-${Date.now()}`);
  const draft = `${link}-link-${process.pid}`;
  symlinkSync(process.platform === 'win32' ? join(dirname(link), name) : name, draft, 'junction');
  if (process.platform === 'win32') rmSync(link, { force: true, recursive: true });
  renameSync(draft, link);
}

/** Removes the oldest builds beside a link, and what builds that were killed have left. */
function prune(link) {
  const aged = readdirSync(dirname(link))
    .filter((name) => /^dist-[\da-f]+(-\d+)?$/.test(name))
    .map((name) => ({ path: join(dirname(link), name), isDraft: name.split('-').length > 2 }))
    .map((each) => ({ ...each, ageMs: Date.now() - statSync(each.path).mtimeMs }))
    .toSorted((a, b) => a.ageMs - b.ageMs);
  const builds = aged.filter(({ isDraft }) => !isDraft).slice(KEPT);
  const drafts = aged.filter(({ isDraft, ageMs }) => isDraft && ageMs > DRAFT_MS);
  for (const { path } of [...builds, ...drafts]) rmSync(path, { recursive: true });
}

/** Lets a link lead to the build of these sources, which is made unless it exists. */
async function build(link, sources, compileInto, notice) {
  const name = `dist-${digestOf(sources)}`;
  const folder = join(dirname(link), name);
  if (!existsSync(folder)) {
    process.stderr.write(notice);
    const draft = `${folder}-${process.pid}`;
    try {
      await compileInto(draft);
      publish(draft, folder);
    } catch (error) {
      rmSync(draft, { force: true, recursive: true });
      throw error;
    }
  }
  lead(link, name);
  prune(link);
}

const SERVICE = join(ROOT, 'dist');
const STUDIO = join(ROOT, 'studio/dist');

async function buildService() {
  try {
    await build(
      SERVICE,
      sourcesOfService(),
      compileService,
      'Building the service, which takes about half a minute.\n',
    );
  } catch (error) {
    if (!(error instanceof BuildFailed)) throw error;
    process.exitCode = 1;
  }
}

async function buildStudio() {
  try {
    await build(STUDIO, sourcesOfStudio(), compileStudio, 'Building the studio, which takes a few seconds.\n');
  } catch (error) {
    const cause = error instanceof BuildFailed ? '' : `: ${error.message}`;
    process.stderr.write(
      `The studio was not built${cause}. The service runs without this build of it. Run \`npm ci\`, then \`npm run build\`.\n`,
    );
  }
}

/** Copies the latest builds to where `exports` of the package leads. */
function copyForPackage() {
  const draft = `${PACKED}-${process.pid}`;
  cpSync(SERVICE, draft, { recursive: true, dereference: true });
  if (existsSync(STUDIO)) cpSync(STUDIO, join(draft, 'studio/dist'), { recursive: true, dereference: true });
  rmSync(PACKED, { force: true, recursive: true });
  renameSync(draft, PACKED);
}

// An image has no sources, but builds.
if (process.argv.includes('--studio')) await buildStudio();
else if (existsSync(join(ROOT, 'src'))) await Promise.all([buildService(), buildStudio()]);
if (process.argv.includes('--package') && !process.exitCode) copyForPackage();
