import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NAME = 'data-and-workflow-service';

/** Time for a build, if the sources have changed since the last one. */
export const PACK_MS = 300_000;

/** Packs the project with `npm pack`. @returns the tarball in the folder */
async function packInto(folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { timeout: PACK_MS });
  return join(folder, stdout.trim().split('\n').at(-1)!);
}

/**
 * Installs the packed package into a folder as npm does, without a registry: the packages that it depends on are those of
 * this project.
 */
export async function installPackage(folder: string): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'packed-'));
  const packages = join(folder, 'node_modules');
  await mkdir(join(packages, NAME), { recursive: true });
  await run('tar', ['-xzf', await packInto(temporary), '-C', join(packages, NAME), '--strip-components=1']);
  await rm(temporary, { recursive: true });
  for (const name of await readdir('node_modules')) {
    if (!name.startsWith('.') || name === '.bin')
      await symlink(resolve('node_modules', name), join(packages, name), 'junction');
  }
}
