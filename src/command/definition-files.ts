import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileNames } from '#definitions/core/documents/file-names.js';
import { FILE_KINDS } from '#definitions/core/documents/file-kinds.js';
import { writeDocument } from '#definitions/core/documents/export-document.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';

/** Members of a document that hold definitions. */
const MEMBERS = FILE_KINDS.filter(({ parent }) => !parent);

/** File of a folder with the members that are no definitions. */
const ROOT = 'environment.json';

const MAX_BYTES = 100 * 1_048_576;

/** A document that was read, and the file that each of its definitions stands in. */
export interface ReadFiles {
  readonly document: JsonValue;
  /** Files by path in the document, such as `Entities[3]`; empty for a single file. */
  readonly places: ReadonlyMap<string, string>;
}

const isDocument = (path: string): boolean => path.toLowerCase().endsWith('.json');

/** Writes a document as one file, or as a folder with a file for each definition. */
export async function writeFiles(path: string, document: JsonObject): Promise<void> {
  if (isDocument(path)) {
    await mkdir(dirname(path), { recursive: true });
    return writeFile(path, writeDocument(document));
  }
  const others = Object.entries(document).filter(([name]) => !MEMBERS.some(({ member }) => member === name));
  await mkdir(path, { recursive: true });
  // Without it no folder is read, so nobody applies one whose export was cut off.
  await rm(join(path, ROOT), { force: true });
  for (const kind of MEMBERS) {
    const value = document[kind.member];
    const definitions = isArray(value) ? value.filter(isObject) : [];
    const names = fileNames(kind, definitions);
    await removeOthers(join(path, kind.member), new Set(names));
    if (definitions.length > 0) await mkdir(join(path, kind.member), { recursive: true });
    for (const [i, definition] of definitions.entries())
      await writeFile(join(path, kind.member, names[i]), writeDocument(definition));
  }
  await writeFile(join(path, ROOT), writeDocument(Object.fromEntries(others)));
}

/** Removes the files of definitions that are gone. */
async function removeOthers(folder: string, kept: ReadonlySet<string>): Promise<void> {
  for (const name of await jsonFiles(folder)) if (!kept.has(name)) await rm(join(folder, name));
}

/** Lists the folders of kinds, and others, which the reader of documents checks by their names. */
async function foldersIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries.filter((each) => each.isDirectory() && !each.name.startsWith('.')).map(({ name }) => name);
  return names.toSorted();
}

const jsonFiles = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).filter(isDocument).toSorted();

/** Reads a file or a folder. @throws {Error} that names a file that cannot be read */
export async function readFiles(path: string): Promise<ReadFiles> {
  if (!(await stat(path)).isDirectory()) return { document: await readOne(path), places: new Map() };
  const root = await readRoot(path);
  const places = new Map<string, string>();
  const members: (readonly [string, JsonValue])[] = [];
  for (const member of await foldersIn(path)) {
    const files = (await jsonFiles(join(path, member))).map((name) => join(path, member, name));
    for (const [i, file] of files.entries()) places.set(`${member}[${i}]`, file);
    const definitions: JsonValue[] = [];
    for (const file of files) definitions.push(await readOne(file));
    if (files.length > 0) members.push([member, definitions]);
  }
  return { document: { ...root, ...Object.fromEntries(members) }, places };
}

/** Reads the file that an export writes last. */
async function readRoot(path: string): Promise<JsonObject> {
  const file = join(path, ROOT);
  const isThere = await stat(file).catch(() => undefined);
  if (!isThere) throw new Error(`${path} has no ${ROOT}: it is no export, or one that was cut off. Export again.`);
  const root = await readOne(file);
  if (!isObject(root)) throw new Error(`${file} must hold an object.`);
  const twice = MEMBERS.find(({ member }) => member in root);
  if (twice) throw new Error(`${file} must not hold ${twice.member}: each definition has a file of its own.`);
  return root;
}

async function readOne(file: string): Promise<JsonValue> {
  const { size } = await stat(file);
  if (size > MAX_BYTES) throw new Error(`${file} has over ${MAX_BYTES / 1_048_576} MB.`);
  try {
    return readJson(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
