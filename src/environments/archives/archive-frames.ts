import { createHash } from 'node:crypto';
import type { EnvironmentStream, Manifest, RowStream } from '#platform/database/transfers/manifest.js';
import { TransferRefused } from '#platform/database/transfers/manifest.js';

/** First line of an archive; the number is that of the format of frames. */
const MAGIC = Buffer.from('data-and-workflow-service environment archive 1\n');

/** Manifest, begin of a table, rows, end of a table, end of the archive with its checksum. */
type FrameKind = 'M' | 'T' | 'R' | 'E' | 'Z';

interface Frame {
  readonly kind: FrameKind;
  readonly payload: Buffer;
}

const HEAD_BYTES = 5;
/** A longer frame is damaged: rows arrive in chunks of 64 KB, and a manifest has a few MB. */
const MAX_FRAME_BYTES = 256 * 1_048_576;

function frameBytes(kind: FrameKind, payload: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(kind, 0, 'latin1');
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** Called after each chunk of rows. */
export type OnRows = (table: string, chunk: Buffer | undefined) => void;

/** Bytes of an archive, before compression. */
export async function* archiveBytes(stream: EnvironmentStream, onRows: OnRows): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const hashed = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(MAGIC);
  yield hashed(frameBytes('M', json(stream.manifest)));
  for await (const { header, chunks } of stream.rows()) {
    yield hashed(frameBytes('T', json(header)));
    for await (const chunk of chunks) {
      onRows(header.table, chunk);
      yield hashed(frameBytes('R', chunk));
    }
    onRows(header.table, undefined);
    yield hashed(frameBytes('E', Buffer.alloc(0)));
  }
  yield frameBytes('Z', json({ sha256: hash.digest('hex') }));
}

/** Reads frames, and compares the checksum at their end. @throws {TransferRefused} where bytes are missing or others */
async function* frames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const hash = createHash('sha256');
  const input = new ByteReader(chunks);
  const magic = await input.take(MAGIC.length);
  if (!magic.equals(MAGIC)) throw new TransferRefused('it is no archive of an environment, or one of another version');
  hash.update(magic);
  for (;;) {
    const head = await input.take(HEAD_BYTES);
    const length = head.readUInt32BE(1);
    if (length > MAX_FRAME_BYTES) throw new TransferRefused('it is damaged');
    const payload = await input.take(length);
    const kind = head.toString('latin1', 0, 1) as FrameKind;
    if (kind === 'Z') {
      if (!payload.equals(json({ sha256: hash.digest('hex') })))
        throw new TransferRefused('its checksum is another one');
      if (!(await input.isAtEnd())) throw new TransferRefused('it goes on behind its end');
      return;
    }
    hash.update(head).update(payload);
    yield { kind, payload };
  }
}

/** Reads the whole archive. @returns its manifest @throws {TransferRefused} that says what is wrong with it */
export async function verify(chunks: AsyncIterable<Buffer>): Promise<Manifest> {
  let manifest: Manifest | undefined;
  for await (const { kind, payload } of frames(chunks)) if (kind === 'M') manifest = readManifest(payload);
  if (!manifest) throw new TransferRefused('it has no manifest');
  return manifest;
}

/** Reads the rows of an archive that was verified. */
export async function* archiveRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<RowStream> {
  const all = frames(chunks);
  for (let next = await all.next(); !next.done; next = await all.next())
    if (next.value.kind === 'T')
      yield { header: JSON.parse(next.value.payload.toString()) as RowStream['header'], chunks: rowsOf(all) };
}

async function* rowsOf(all: AsyncGenerator<Frame>): AsyncGenerator<Buffer> {
  for (let next = await all.next(); !next.done && next.value.kind === 'R'; next = await all.next())
    yield next.value.payload;
}

const readManifest = (payload: Buffer): Manifest => JSON.parse(payload.toString()) as Manifest;

/** Takes bytes from chunks. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async isAtEnd(): Promise<boolean> {
    return this.#held.length === 0 && (await this.#chunks.next()).done === true;
  }

  /** @throws {TransferRefused} where fewer are left */
  async take(length: number): Promise<Buffer> {
    const parts = [this.#held];
    let held = this.#held.length;
    while (held < length) {
      const next = await this.#chunks.next();
      if (next.done) throw new TransferRefused('it was cut off');
      parts.push(next.value);
      held += next.value.length;
    }
    const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    this.#held = bytes.subarray(length);
    return bytes.subarray(0, length);
  }
}
