import { readdir, realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import type { PluginsConfig } from '#platform/process/config/plugins-config.js';
import { isFault, type PluginFault, type PluginPackage, readPlugin } from './plugin-package.js';

/** A folder that should hold a plug-in. */
interface Candidate {
  readonly folder: string;
  readonly place: string;
}

/** Finds the plug-ins that PLUGINS names, in its order, and those in PLUGINS_DIR by name; each of them once. */
export async function findPlugins(config: PluginsConfig): Promise<readonly (PluginPackage | PluginFault)[]> {
  const named = await Promise.all(config.names.map((name) => findNamed(name, config.dir)));
  const candidates = [...named, ...(await foldersIn(config.dir))];
  const known = new Set<string>();
  const found: (PluginPackage | PluginFault)[] = [];
  for (const candidate of candidates) {
    const path = isFault(candidate) ? candidate.place : await realpath(candidate.folder);
    if (!known.has(path))
      found.push(isFault(candidate) ? candidate : await readPlugin(candidate.folder, candidate.place));
    known.add(path);
  }
  return found;
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;

/** @param name a path that begins with `.` or is absolute, or the name of an installed package */
async function findNamed(name: string, dir: string): Promise<Candidate | PluginFault> {
  const isPath = name.startsWith('.') || isAbsolute(name);
  const places = isPath ? [resolve(name)] : installedPlaces(name, dir);
  for (const folder of places) if (await isFolder(folder)) return { folder, place: name };
  const problem = isPath
    ? `is no folder: ${places[0]}. Correct PLUGINS, or create it.`
    : `is no installed package. Install it, or write ./${name} in PLUGINS for a folder.`;
  return { place: name, problem };
}

/** Folders in which a package may be installed: beside other plug-ins, then where the service runs. */
function installedPlaces(name: string, dir: string): readonly string[] {
  const lookIn = (folder: string): readonly string[] =>
    createRequire(join(resolve(folder), 'package.json')).resolve.paths(`${name}/`) ?? [];
  return [...lookIn(dir), ...lookIn('.')].map((path) => join(path, name));
}

/** Folders in PLUGINS_DIR; none where it is absent. Files, hidden folders and `node_modules` are no plug-ins. */
async function foldersIn(dir: string): Promise<readonly (Candidate | PluginFault)[]> {
  let names: readonly string[];
  try {
    names = await readdir(dir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    return [{ place: dir, problem: `cannot be read as a folder of plug-ins (${code}). Correct PLUGINS_DIR.` }];
  }
  const candidates = names
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    .toSorted()
    .map((name) => ({ folder: join(resolve(dir), name), place: join(dir, name) }));
  const areFolders = await Promise.all(candidates.map(({ folder }) => isFolder(folder)));
  return candidates.filter((_, i) => areFolders[i]);
}
