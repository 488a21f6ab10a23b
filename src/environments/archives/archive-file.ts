import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type EnvironmentStream, TransferRefused } from '#platform/database/transfers/manifest.js';
import { archiveBytes, archiveRows, type OnRows, verify } from './archive-frames.js';

/** Archives have personal data: only their owner may read them. */
const MODE = 0o600;

/** A little slower than level 1 for files that are a quarter smaller. */
const LEVEL = 3;

/**
 * Writes an archive. The file has its name when it is complete and on the disk.
 * @throws {TransferRefused} where the file exists
 */
export async function writeArchive(path: string, stream: EnvironmentStream, onRows: OnRows): Promise<void> {
  const part = `${path}.part`;
  await requireNew(path);
  try {
    await pipeline(
      archiveBytes(stream, onRows),
      createGzip({ level: LEVEL }),
      createWriteStream(part, { mode: MODE, flush: true }),
    );
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    if (!isOfFile(error)) throw error;
    throw new TransferRefused(`${path} cannot be written, and nothing of it is left: ${error.message}.`);
  }
}

/** Tells errors of files, such as a full disk, from those of connections. */
const isOfFile = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  ['open', 'write', 'fsync', 'rename'].includes((error as NodeJS.ErrnoException).syscall ?? '');

async function requireNew(path: string): Promise<void> {
  const file = await open(path, 'r').catch(() => undefined);
  await file?.close();
  if (file) throw new TransferRefused(`${path} exists. Choose another file.`);
}

/** Opens an archive after it was read once as a whole. @throws {TransferRefused} where it is cut off or altered */
export async function readArchive(path: string): Promise<EnvironmentStream> {
  const file = await open(path, 'r').catch((error: Error) => {
    throw new TransferRefused(`${path} cannot be read: ${error.message}`);
  });
  await file.close();
  try {
    const manifest = await verify(plainBytes(path));
    return { manifest, rows: () => archiveRows(plainBytes(path)) };
  } catch (error) {
    const reason = error instanceof TransferRefused ? error.message : `it is damaged or was cut off (${String(error)})`;
    throw new TransferRefused(`${path} is refused, and nothing was written: ${reason}.`);
  }
}

async function* plainBytes(path: string): AsyncGenerator<Buffer> {
  const [file, plain] = [createReadStream(path), createGunzip()];
  const piped = pipeline(file, plain);
  // An error also ends the iteration.
  piped.catch(() => undefined);
  yield* plain as AsyncIterable<Buffer>;
  await piped;
}
