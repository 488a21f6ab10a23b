import { Logger, type Type } from '@nestjs/common';
import { extname } from 'node:path';
import type { Config } from './platform/process/config/config.js';
import { StartRefused } from './platform/process/config/start-refused.js';
import { findPlugins } from './platform/process/plugins/find-plugins.js';
import { importPlugin, sharePackages } from './platform/process/plugins/import-plugin.js';
import { isFault, type PluginFault, type PluginPackage } from './platform/process/plugins/plugin-package.js';
import { declaredBy } from './automation/index.js';
import { hookNameOf } from './records/index.js';

/** A plug-in, with its module. */
type Loaded = PluginPackage & { readonly module: Type };

/**
 * Imports the plug-ins of PLUGINS and PLUGINS_DIR.
 *
 * @returns their modules, for `createApp`
 * @throws {StartRefused} that lists all faults of all plug-ins
 */
export async function loadPlugins({ plugins }: Config): Promise<readonly Type[]> {
  const found = await findPlugins(plugins);
  if (found.length === 0) return [];
  sharePackages(new URL(`./public-api${extname(import.meta.url)}`, import.meta.url).href);
  const loaded: Loaded[] = [];
  const faults: PluginFault[] = [];
  for (const each of found) {
    const module = isFault(each) ? each : await importPlugin(each);
    if (isFault(module)) faults.push(module);
    else loaded.push({ ...(each as PluginPackage), module });
  }
  faults.push(...(await providerFaults(loaded)));
  if (faults.length > 0)
    throw new StartRefused(`Bad plug-ins:\n${faults.map(({ place, problem }) => `- ${place} ${problem}`).join('\n')}`);
  const names = loaded.map(({ name, version }) => [name, version].filter(Boolean).join(' '));
  new Logger('Plug-ins').log(`Loaded ${names.join(', ')}.`);
  return loaded.map(({ module }) => module);
}

/** Faults of declared hooks and actions, and names that several classes have. */
async function providerFaults(plugins: readonly Loaded[]): Promise<readonly PluginFault[]> {
  const owners = new Map<string, string>();
  const seen = new Set<unknown>();
  const faults: PluginFault[] = [];
  const own = (kind: string, name: string, place: string): void => {
    const owner = owners.get(`${kind} ${name}`);
    if (owner !== undefined)
      faults.push({ place, problem: `has ${kind} called ${name}, as ${owner} has. Rename one of them.` });
    owners.set(`${kind} ${name}`, owner ?? place);
  };
  for (const { module, place } of plugins) {
    for (const provider of providersOf(module, seen)) {
      const [hook, declared] = [hookNameOf(provider), await declaredBy(provider)];
      if (hook !== undefined) own('a hook', hook, place);
      if (declared) own(`an ${declared.kind}`, declared.name, place);
      faults.push(...(declared?.faults ?? []).map((problem) => ({ place, problem })));
    }
  }
  return faults;
}

/** Members of modules that tell which hooks there are. */
interface ModuleParts {
  readonly imports?: readonly unknown[];
  readonly providers?: readonly unknown[];
}

const partsOf = (target: object): ModuleParts => ({
  imports: Reflect.getMetadata('imports', target) as readonly unknown[] | undefined,
  providers: Reflect.getMetadata('providers', target) as readonly unknown[] | undefined,
});

/** Classes of the providers of a module and of those that it imports. @param seen modules that are done */
function providersOf(module: unknown, seen: Set<unknown>): readonly object[] {
  if (module === null || !['function', 'object'].includes(typeof module) || seen.has(module)) return [];
  seen.add(module);
  // A module is a class, a class with members of its own (DynamicModule), or a reference to a later one.
  const { module: base, forwardRef } = module as { readonly module?: unknown; readonly forwardRef?: () => unknown };
  const { imports = [], providers = [] } = typeof module === 'function' ? partsOf(module) : (module as ModuleParts);
  return [...providers.map(classOf), ...[...imports, base, forwardRef?.()].flatMap((each) => providersOf(each, seen))];
}

const classOf = (provider: unknown): object =>
  typeof provider === 'function' ? provider : ((provider as { readonly useClass?: object }).useClass ?? {});
