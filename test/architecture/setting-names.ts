import { loadConfig } from '#platform/process/config/load-config.js';
import { filesIn } from './project-files.js';

const DEPENDENT = /\bsettings\.\w+\(\s*'([A-Z][A-Z0-9_]*)'/g;

/** Names of the settings that the service reads: in an empty environment, and those that depend on others. */
export function settingNames(): ReadonlySet<string> {
  const names = new Set<string>();
  loadConfig(new Proxy({}, { get: (_, name) => void names.add(String(name)) }));
  const dependent = filesIn('src/platform/process/config').flatMap(({ text }) => [...text.matchAll(DEPENDENT)]);
  return new Set([...names, ...dependent.map(([, name]) => name)]);
}
