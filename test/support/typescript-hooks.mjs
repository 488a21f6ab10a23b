import { fileURLToPath } from 'node:url';
import { compile } from './compile-typescript.mjs';

const FROM_STUDIO = /\/studio\/src\/.*\.ts$/;

/** Imports name the compiled file, those of the studio name none; this resolves them to the source. */
export function resolve(specifier, context, next) {
  const { parentURL = '' } = context;
  const isOurs = parentURL.endsWith('.ts') && /^\.{1,2}\//.test(specifier);
  if (isOurs && FROM_STUDIO.test(parentURL) && !/\.\w+$/.test(specifier)) return next(`${specifier}.ts`, context);
  return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true };
}
