import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Options of the compiler, with the metadata of decorators that Nest needs. */
const OPTIONS = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: true,
  swcrc: false,
};

const require = createRequire(import.meta.url);
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/compiled-tests', import.meta.url));
const VERSION = `${require('@swc/core/package.json').version} ${JSON.stringify(OPTIONS)}`;

/** Path of the compiled file without its extension, named by everything that the output depends on. */
function cachePath(file, source) {
  return join(FOLDER, createHash('sha1').update(`${VERSION}\0${file}\0`).update(source).digest('hex'));
}

/** Writes a file atomically, since other processes read it. */
export function writeAtomically(path, text) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

/** Text of a file; undefined where there is none. */
export const readIfThere = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/**
 * Compiles a TypeScript file, or reads what an earlier process has compiled.
 * @returns JavaScript
 */
export function compile(file) {
  const source = readFileSync(file, 'utf8');
  const path = cachePath(file, source);
  const known = readIfThere(`${path}.js`);
  if (known !== undefined) return known;
  const { code, map } = require('@swc/core').transformSync(source, { ...OPTIONS, filename: file });
  mkdirSync(FOLDER, { recursive: true });
  writeAtomically(`${path}.map`, map);
  writeAtomically(`${path}.js`, code);
  return code;
}

/** Path of the source map of a file that `compile` has compiled. */
export const sourceMapOf = (file) => `${cachePath(file, readFileSync(file, 'utf8'))}.map`;
