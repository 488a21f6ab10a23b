import { transformFile } from '@swc/core';
import { fileURLToPath } from 'node:url';
import { COMPILER_OPTIONS } from './compiler-options.mjs';

/** Imports name the compiled file; this resolves them to the source. */
export function resolve(specifier, context, next) {
  const isOurs = context.parentURL?.endsWith('.ts') && /^\.{1,2}\/.*\.js$/.test(specifier);
  return next(isOurs ? specifier.replace(/js$/, 'ts') : specifier, context);
}

/** Compiles as Jest does. */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url), COMPILER_OPTIONS);
  return { format: 'module', source: code, shortCircuit: true };
}
