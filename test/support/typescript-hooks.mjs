import { transformFile } from '@swc/core';
import { fileURLToPath } from 'node:url';

const OPTIONS = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

/** Imports name the file that the build makes; here it is still the source. */
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (/^\.{1,2}\/.*\.js$/.test(specifier)) return next(specifier.replace(/js$/, 'ts'), context);
    throw error;
  }
}

/** Compiles as Jest does, with the metadata of decorators that Nest needs. */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url), OPTIONS);
  return { format: 'module', source: code, shortCircuit: true };
}
