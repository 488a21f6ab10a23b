import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
/** Where installers of macOS and Windows put browsers. */
const BROWSER_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ...[process.env.ProgramFiles, process.env['ProgramFiles(x86)']].flatMap((folder = '') => [
    join(folder, 'Google/Chrome/Application/chrome.exe'),
    join(folder, 'Microsoft/Edge/Application/msedge.exe'),
  ]),
];

/** Where Debian and its descendants install each version of PostgreSQL. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';
const LEAST_VERSION = 15;
/** Programs of a whole PostgreSQL; the embedded one lacks most of them. */
const POSTGRES_PROGRAMS = ['initdb', 'postgres', 'psql', 'pg_basebackup', 'pg_dump'];

function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = folders.flatMap((folder) => BROWSERS.map((name) => join(folder, name)));
  return [...paths, ...BROWSER_PATHS].find((path) => existsSync(path));
}

function findPostgres(): string | undefined {
  if (!existsSync(POSTGRES_VERSIONS)) return undefined;
  const versions = readdirSync(POSTGRES_VERSIONS).map(Number);
  return versions
    .filter((version) => version >= LEAST_VERSION)
    .toSorted((one, other) => other - one)
    .map((version) => join(POSTGRES_VERSIONS, String(version), 'bin'))
    .find((folder) => POSTGRES_PROGRAMS.every((name) => existsSync(join(folder, name))));
}

/** Where Debian installs servers, which is not in the path of every user. */
const SERVERS = '/usr/sbin';

/** The last of several programs; undefined where one is missing. */
const findAll = (names: readonly string[]): string | undefined => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), SERVERS];
  const paths = names.map((name) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path)));
  return paths.includes(undefined) ? undefined : paths.at(-1);
};

/**
 * A program that some tests need and that `npm ci` does not install. Where it is not installed they are skipped, and the
 * end of the run says so (totals.reporter.mjs reads it from their title); continuous integration runs them all the same.
 */
class NeededProgram {
  constructor(
    private readonly name: string,
    readonly path: string | undefined,
  ) {}

  /** Declares a group of tests. */
  describe(title: string, tests: () => void): void {
    if (this.path !== undefined) describe(title, tests);
    else (process.env.CI ? describe : describe.skip)(`${title} (needs ${this.name})`, tests);
  }

  /** @throws {Error} where the program is not installed */
  get required(): string {
    if (this.path === undefined) throw new Error(`This test needs ${this.name}.`);
    return this.path;
  }
}

/** Path of the first browser that is found. */
export const BROWSER = new NeededProgram('Chromium, Chrome or Edge', findBrowser());

/** Folder with the programs of PostgreSQL. */
export const POSTGRES = new NeededProgram(`PostgreSQL ${LEAST_VERSION} or newer with its tools`, findPostgres());

export const HAPROXY = new NeededProgram('HAProxy', findAll(['haproxy']));
export const NGINX = new NeededProgram('NGINX', findAll(['nginx']));
/** Patroni with the programs that it needs. */
export const PATRONI = new NeededProgram(
  'Patroni, etcd and HAProxy with PostgreSQL',
  findPostgres() && findAll(['etcd', 'haproxy', 'patronictl', 'patroni']),
);
/** Path of PgBouncer. */
export const PGBOUNCER = new NeededProgram('PgBouncer', findAll(['pgbouncer']));
