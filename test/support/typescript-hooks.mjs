import { fileURLToPath } from 'node:url';
import { compile } from './compile-typescript.mjs';

/** Imports name the compiled file; this resolves them to the source. */
export function resolve(specifier, context, next) {
  const isOurs = context.parentURL?.endsWith('.ts') && /^\.{1,2}\/.*\.js$/.test(specifier);
  return next(isOurs ? specifier.replace(/js$/, 'ts') : specifier, context);
}

export function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true };
}
