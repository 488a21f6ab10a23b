import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from './compile-typescript.mjs';

/** Files of the studio, which Vite bundles. */
const FROM_STUDIO = /\/studio\/src\/.*\.(?:ts|json)$/;
/** Vite replaces these calls; in Node they find no file. */
const NO_GLOB = 'import.meta.glob = () => ({});';

/** Imports name the compiled file, those of the studio name none; this resolves them to the source. */
export function resolve(specifier, context, next) {
  const { parentURL = '' } = context;
  const isOurs = parentURL.endsWith('.ts') && /^\.{1,2}\//.test(specifier);
  if (isOurs && FROM_STUDIO.test(parentURL) && !/\.\w+$/.test(specifier)) return next(`${specifier}.ts`, context);
  return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export function load(url, context, next) {
  const isOfStudio = FROM_STUDIO.test(url);
  const source = url.endsWith('.ts') ? compile(fileURLToPath(url)) : undefined;
  if (source !== undefined)
    return { format: 'module', source: isOfStudio ? NO_GLOB + source : source, shortCircuit: true };
  if (!isOfStudio) return next(url, context);
  return { format: 'module', source: `export default ${readFileSync(fileURLToPath(url), 'utf8')}`, shortCircuit: true };
}
