import type { Settings } from './settings.js';

/** Where plug-ins are (docs/hooks.md). */
export interface PluginsConfig {
  /** PLUGINS, comma-separated: packages, or folders that begin with `.` or `/`. */
  readonly names: readonly string[];
  /** PLUGINS_DIR, default ./plugins: each of its folders is a plug-in. It may be absent. */
  readonly dir: string;
}

export function pluginsConfig(settings: Settings): PluginsConfig {
  return { names: settings.items('PLUGINS'), dir: settings.text('PLUGINS_DIR') ?? './plugins' };
}
