import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readArchive, writeArchive } from '#environments/archives/archive-file.js';
import type { EnvironmentStream, Manifest } from '#platform/database/transfers/manifest.js';

const ROWS = ['1\tone\n2\tt', 'wo\n'];
const stream: EnvironmentStream = {
  manifest: { format: 1, version: '1.0', tables: [] } as unknown as Manifest,
  rows: async function* () {
    yield {
      header: { kind: 'table', table: 'Thing', columns: ['Id', 'Name'] },
      chunks: (async function* () {
        for (const text of ROWS) yield Buffer.from(text);
      })(),
    };
  },
};

let folder: string;
let plain: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
  await writeArchive(join(folder, 'whole'), stream, () => undefined);
  plain = gunzipSync(await readFile(join(folder, 'whole')));
});
afterAll(() => rm(folder, { recursive: true }));

/** Begin and end of the first frame of each kind. */
function framesOf(bytes: Buffer): readonly (readonly [string, number, number])[] {
  const frames: (readonly [string, number, number])[] = [];
  for (let at = bytes.indexOf(10) + 1; at < bytes.length;) {
    const end = at + 5 + bytes.readUInt32BE(at + 1);
    frames.push([bytes.toString('latin1', at, at + 1), at, end]);
    at = end;
  }
  return frames;
}

async function refusalOf(bytes: Buffer): Promise<string> {
  const path = join(folder, 'broken');
  await writeFile(path, gzipSync(bytes));
  return readArchive(path).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
}

it('reads what it has written', async () => {
  const { manifest, rows } = await readArchive(join(folder, 'whole'));
  expect(manifest).toEqual(stream.manifest);
  const read: unknown[] = [];
  for await (const { header, chunks } of rows()) {
    read.push(header);
    for await (const chunk of chunks) read.push(chunk.toString());
  }
  expect(read).toEqual([{ kind: 'table', table: 'Thing', columns: ['Id', 'Name'] }, ...ROWS]);
});

it.each(['M', 'T', 'R', 'E', 'Z'])('refuses an archive that ends in a frame %s, or has another one', async (kind) => {
  const [, begin, end] = framesOf(plain).find(([each]) => each === kind)!;
  for (let at = begin; at < end; at++) {
    expect(await refusalOf(plain.subarray(0, at))).toMatch(/is refused, and nothing was written: it was cut off/);
    const altered = Buffer.from(plain);
    altered[at] ^= 1;
    expect([at, await refusalOf(altered)]).toEqual([at, expect.stringMatching(/is refused, and nothing was written/)]);
  }
});

it('refuses what follows the end, and another format of frames', async () => {
  expect(await refusalOf(Buffer.concat([plain, Buffer.from('more')]))).toMatch(/is refused/);
  const other = Buffer.from(plain.toString('latin1').replace('archive 1\n', 'archive 2\n'), 'latin1');
  expect(await refusalOf(other)).toMatch(/is no archive of an environment, or one of another version/);
});
