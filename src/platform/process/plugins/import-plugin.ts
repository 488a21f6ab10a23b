import type { Type } from '@nestjs/common';
import { spawnSync } from 'node:child_process';
import module from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PluginFault, PluginPackage } from './plugin-package.js';
import { initialize, resolve, type ServicePlace } from './redirect-imports.js';

/** Limit of the time in which the module of a plug-in must have been imported. */
const IMPORT_MS = 10_000;
/** Metadata that `@Module` gives a class. */
const OF_MODULES = ['imports', 'providers', 'controllers', 'exports'];

/** Hooks in the thread of the program, which Node.js has since 22.15; they see `require`, too. */
interface WithHooks {
  readonly registerHooks?: (hooks: { readonly resolve: typeof resolve }) => void;
}

/** Lets plug-ins share packages with the service. @param entry URL of the public API of the service */
export function sharePackages(entry: string): void {
  const data: ServicePlace = { entry, parent: import.meta.url };
  const { registerHooks } = module as WithHooks;
  if (!registerHooks) {
    const hooks = new URL(`./redirect-imports${extname(import.meta.url)}`, import.meta.url);
    return module.register(hooks, { data });
  }
  initialize(data);
  registerHooks({ resolve });
}

/** Imports the module of a plug-in. */
export async function importPlugin({ entry, place }: PluginPackage): Promise<Type | PluginFault> {
  try {
    const { default: imported } = await inTime(import(entry.href) as Promise<{ readonly default?: unknown }>);
    return isNestModule(imported)
      ? imported
      : { place, problem: `exports no Nest module: let ${fileURLToPath(entry)} have a class with @Module as default.` };
  } catch (error) {
    return { place, problem: `cannot be imported: ${describe(error, entry)}` };
  }
}

const isNestModule = (value: unknown): value is Type =>
  typeof value === 'function' && OF_MODULES.some((member) => Reflect.hasMetadata(member, value));

async function inTime<T>(imported: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it was not done after ${IMPORT_MS} ms`)), IMPORT_MS);
  });
  try {
    return await Promise.race([imported, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The error of an import, with the line of the file where the stack says one. */
function describe(error: unknown, entry: URL): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error instanceof SyntaxError ? syntaxError(entry) : error.stack;
  const [line] = /^(?:.*[( ])?((?:file:|\/|[A-Z]:\\)[^()]+?:\d+)/m.exec(stack ?? '')?.slice(1) ?? [];
  return `${error.name}: ${error.message}${line === undefined ? '' : ` (${line})`}`;
}

/** Node.js keeps the line of a syntax error from programs, but prints it. @returns what it prints about the entry */
const syntaxError = (entry: URL): string =>
  String(spawnSync(process.execPath, ['--check', fileURLToPath(entry)], { timeout: IMPORT_MS }).stderr);
