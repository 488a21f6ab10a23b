import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { TimeSlicer } from '../../platform/scheduling/time-slicer.js';

const compress = promisify(gzip);

/** A document as it is sent. */
export interface StoredDocument {
  /** JSON in UTF-8. */
  readonly content: Buffer;
  /** The same, compressed by gzip. */
  readonly compressed: Buffer;
  /** Hash of the content, for its entity tags. */
  readonly hash: string;
}

/** Bytes of one part of a text before the parts are joined. */
const PART_BYTES = 65_536;

/**
 * Stores the text of pieces. The event loop is yielded between them, and compressing is the work of another thread.
 * @param timeoutMs time after which the work is given up
 */
export async function storeDocument(pieces: Iterable<string>, timeoutMs: number): Promise<StoredDocument> {
  const slicer = new TimeSlicer(timeoutMs);
  const hash = createHash('sha256');
  const parts: Buffer[] = [];
  let text = '';
  const keep = (): void => {
    const part = Buffer.from(text);
    hash.update(part);
    parts.push(part);
    text = '';
  };
  for (const piece of pieces) {
    text += piece;
    if (text.length >= PART_BYTES) keep();
    await slicer.yieldIfDue();
  }
  keep();
  const content = Buffer.concat(parts);
  return { content, compressed: await compress(content), hash: hash.digest('base64url') };
}
