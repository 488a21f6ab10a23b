import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Version of what a plug-in may use of the service: the types of the package and when they are called. */
const PLUGIN_API = 1;
/** Member of a plug-in's package.json. */
const MARK = 'dataAndWorkflowService';

/** A plug-in that can be imported. */
export interface PluginPackage {
  /** The folder as the operator knows it. */
  readonly place: string;
  readonly name: string;
  readonly version: string;
  /** File with the default export. */
  readonly entry: URL;
}

/** A plug-in that the service cannot use. */
export interface PluginFault {
  readonly place: string;
  /** Rest of a sentence about the plug-in: the fault, and what to do. */
  readonly problem: string;
}

export const isFault = (found: object): found is PluginFault => 'problem' in found;

interface Manifest {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly type?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
  readonly [MARK]?: { readonly pluginApi?: unknown };
}

/** Reads the package.json of a plug-in. @param place the folder as messages name it */
export async function readPlugin(folder: string, place: string): Promise<PluginPackage | PluginFault> {
  const manifest = await readManifest(folder);
  if (typeof manifest === 'string') return { place, problem: manifest };
  const main = mainOf(manifest);
  const path = join(folder, main);
  const problem = apiProblem(manifest) ?? (await entryProblem(manifest, main, path));
  if (problem !== undefined) return { place, problem };
  const entry = pathToFileURL(await realpath(path));
  return { place, name: textOf(manifest.name, place), version: textOf(manifest.version, ''), entry };
}

const textOf = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback);

/** @returns the problem where there is none that can be read */
async function readManifest(folder: string): Promise<Manifest | string> {
  let text: string;
  try {
    text = await readFile(join(folder, 'package.json'), 'utf8');
  } catch (error) {
    return `has no package.json that can be read (${(error as NodeJS.ErrnoException).code}). Add one, or remove the folder.`;
  }
  try {
    const manifest = JSON.parse(text) as Manifest | null;
    return typeof manifest === 'object' && manifest !== null ? manifest : 'has a package.json that is no object.';
  } catch (error) {
    return `has a package.json that is no JSON: ${(error as Error).message}.`;
  }
}

function apiProblem({ [MARK]: mark }: Manifest): string | undefined {
  const version = mark?.pluginApi;
  if (version === PLUGIN_API) return undefined;
  const right = `"${MARK}": {"pluginApi": ${PLUGIN_API}}`;
  return version === undefined
    ? `has no ${right} in its package.json. Add it, or remove the folder if it is no plug-in.`
    : `needs version ${JSON.stringify(version)} of the plug-in API, and this service has ${PLUGIN_API}: ` +
        `install the version of the plug-in for it, with ${right} in its package.json.`;
}

async function entryProblem({ type }: Manifest, main: string, path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return `has no file ${main}, which its package.json names as its entry. Build it.`;
  const isModule = extname(path) === '.mjs' || (extname(path) === '.js' && type === 'module');
  if (isModule) return undefined;
  return `has the entry ${main}, which is no ES module: set "type": "module" in its package.json, and compile to JavaScript.`;
}

/** Path of the entry: `exports`, then `main`, then index.js. */
function mainOf({ exports, main }: Manifest): string {
  return exportedFile(exports) ?? (typeof main === 'string' ? main : 'index.js');
}

const CONDITIONS = ['.', 'node', 'import', 'default'] as const;

function exportedFile(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return undefined;
  const members = exports as Readonly<Record<string, unknown>>;
  return CONDITIONS.map((name) => exportedFile(members[name])).find((file) => file !== undefined);
}
