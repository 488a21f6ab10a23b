import { Readable } from 'node:stream';

/** File of an archive; the content is read when its turn comes. */
export interface ArchiveEntry {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
}

/**
 * Writes files into a zip archive, one after the other. Nothing is read ahead of the reader beyond the buffers of the
 * streams. Contents that are no longer needed, after an error or because the reader stops, are closed.
 *
 * @param entries with names that are valid and unique
 */
export async function* archive(entries: readonly ArchiveEntry[]): AsyncGenerator<Buffer> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const sources = new Set<Readable>();
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { name, content } of entries)
    zip.addReadStreamLazy(name, (open) => {
      const source = Readable.from(content, { objectMode: false });
      sources.add(source);
      source.on('error', (error) => output.destroy(error));
      source.on('close', () => sources.delete(source));
      open(null, source);
    });
  zip.end();
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    await Promise.all([...sources].map((source) => closed(source)));
  }
}

/** Closes a stream and waits until its content is closed. */
const closed = (source: Readable): Promise<void> =>
  new Promise((resolve) => void source.once('close', resolve).destroy());
