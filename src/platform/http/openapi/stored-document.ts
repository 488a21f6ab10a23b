import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { StoredDocument } from '#platform/http/reply.js';
import { TimeSlicer } from '#platform/process/scheduling/time-slicer.js';

const compress = promisify(gzip);

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
