import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CellsFile } from '#core/cells/cell.js';
import { readCellsFile } from '#core/cells/cells-file.js';
import { envoyConfig } from './envoy.js';
import { haproxyConfig, haproxyMap } from './haproxy.js';
import { nginxConfig } from './nginx.js';
import { prometheusConfig } from './prometheus.js';

/** Routers for which the command writes a configuration. */
export const ROUTERS = ['haproxy', 'nginx', 'envoy'] as const;
export type Router = (typeof ROUTERS)[number];

/** Files of a router by their names, in the order in which they are written. */
const filesOf: Readonly<Record<Router, (file: CellsFile, folder: string) => Readonly<Record<string, string>>>> = {
  // A map that names a new cell comes after the configuration that has it.
  haproxy: (file, folder) => ({
    'haproxy.cfg': haproxyConfig(file, join(folder, 'cells.map')),
    'cells.map': haproxyMap(file),
  }),
  nginx: (file) => ({ 'nginx.conf': nginxConfig(file) }),
  envoy: (file) => ({ 'envoy.yaml': envoyConfig(file) }),
};

/** Paths that a configuration of HAProxy may name. */
const FOLDER = /^[\w ./-]+$/;

/**
 * Writes the configurations of routers, and of Prometheus, that follow from a file of cells. Each file replaces its
 * predecessor at once, so that a router that reloads meanwhile reads a whole one. Nothing is written of a faulty file.
 * @throws {DomainError} with all faults
 */
export async function writeCells(
  path: string,
  folder: string,
  routers: readonly Router[],
  report: (text: string) => void,
): Promise<void> {
  const cells = readCellsFile(await readFile(path, 'utf8'));
  const target = resolve(folder);
  if (!FOLDER.test(target)) throw new Error(`The path ${target} may have letters, digits, spaces and '_.-/' only.`);
  const files: Readonly<Record<string, string>> = Object.assign(
    { 'prometheus.yml': prometheusConfig(cells) },
    ...routers.map((router) => filesOf[router](cells, target)),
  );
  await mkdir(target, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const draft = join(target, `.${name}.${process.pid}`);
    await writeFile(draft, text);
    await rename(draft, join(target, name));
    report(`Wrote ${join(target, name)}.`);
  }
}
