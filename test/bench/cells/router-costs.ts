import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCells } from '../../../src/command/cells/write-cells.js';
import { HAPROXY } from '../../support/needed-programs.js';
import { until } from '../../support/until.js';
import type { Finding } from '../findings.js';
import type { Bed } from '../rig/bed.js';
import { rssBytes, stop } from '../rig/processes.js';
import { freePort, startService } from '../rig/service.js';

const [CELLS, EACH] = [10, 1_000];

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** Measures the file of 10 cells with 1,000 environments each: what the command, HAProxy and a node take for it. */
export async function routerFindings(bed: Bed): Promise<readonly Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cells-'));
  try {
    const ports = await Promise.all(Array.from({ length: CELLS }, freePort));
    const port = await freePort();
    const path = join(folder, 'cells.json');
    await writeFile(path, JSON.stringify({ Listen: `127.0.0.1:${port}`, Cells: cellsAt(ports) }, null, 2));
    const begun = performance.now();
    await writeCells(path, folder, ['haproxy', 'nginx', 'envoy'], () => undefined);
    const took = performance.now() - begun;
    const sizes = await Promise.all(
      ['cells.json', 'cells.map', 'nginx.conf', 'envoy.yaml'].map(async (name) => {
        const { size } = await stat(join(folder, name));
        return `${name} ${megabytes(size)}`;
      }),
    );
    const text = `file of ${CELLS * EACH} environments: read and written in ${took.toFixed(0)} ms; ${sizes.join(', ')}`;
    const texts = [text, await haproxyText(folder, port), await nodeText(bed, folder)];
    return texts.map((each) => ({ isReached: true, text: each }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const cellsAt = (ports: readonly number[]): object =>
  Object.fromEntries(
    ports.map((port, cell) => [
      `c${cell}`,
      {
        ...(cell === 0 && { Default: true }),
        Origins: [`http://127.0.0.1:${port}`],
        Environments: Array.from({ length: EACH }, (_, at) => ({
          Name: `Tenant${cell}-${at}/Main/Production`,
          Ids: [randomUUID(), randomUUID(), randomUUID()].join('/'),
        })),
      },
    ]),
  );

/** Starts HAProxy with the written file. */
async function haproxyText(folder: string, port: number): Promise<string> {
  if (HAPROXY.path === undefined) return 'skipped: HAProxy is not installed';
  const begun = performance.now();
  const router = spawn(HAPROXY.path, ['-db', '-q', '-f', join(folder, 'haproxy.cfg')], { stdio: 'inherit' });
  try {
    // Without a node every call is answered 503.
    const isOpen = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/health/live`).then(
        () => true,
        () => false,
      );
    await until('HAProxy listens', isOpen);
    const took = performance.now() - begun;
    return `HAProxy listens after ${took.toFixed(0)} ms with ${megabytes(rssBytes(router.pid!))} resident`;
  } finally {
    await stop(router);
  }
}

/** Starts a node that reads the file. */
async function nodeText({ databaseUrl }: Bed, folder: string): Promise<string> {
  const sizes: string[] = [];
  const withFile: Readonly<Record<string, string>> = { CELL: 'c0', CELLS_FILE: join(folder, 'cells.json') };
  for (const settings of [{}, withFile]) {
    const node = await startService(databaseUrl, [], { LOG_LEVEL: 'warn', ...settings });
    sizes.push(megabytes(rssBytes(node.process.pid!)));
    await stop(node.process);
  }
  return `a node without the file ${sizes[0]}, with it ${sizes[1]} resident after the start`;
}
