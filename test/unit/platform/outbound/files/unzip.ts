import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** Reads all files of an archive by name; checks names and sizes. */
export async function unzip(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}
