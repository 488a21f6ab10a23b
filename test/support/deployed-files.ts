import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';

/** Texts of a deployed file, and what stands in their place. */
export type Replacements = readonly (readonly [string, string | number])[];

/**
 * Reads a file of the folder `deploy` with ports and paths of a test.
 * @throws {Error} where the file lacks one of the texts, so that file and test stay together
 */
export async function deployed(path: string, replacements: Replacements): Promise<string> {
  let text = await readFile(`deploy/${path}`, 'utf8');
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`deploy/${path} has no "${from}".`);
    text = text.replaceAll(from, String(to));
  }
  return text;
}

/** Writes a deployed file to a folder. */
export const deploy = async (path: string, to: string, replacements: Replacements): Promise<void> =>
  writeFile(to, await deployed(path, replacements));

/** Free ports; all are held until the last one is known. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.once('listening', resolve))));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
}
