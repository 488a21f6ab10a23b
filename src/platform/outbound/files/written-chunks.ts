import { DomainError } from '#core/errors.js';
import { TimeSlicer } from '#platform/process/scheduling/time-slicer.js';

/** Characters and pieces that are collected before they become a chunk; these take a few milliseconds. */
const [CHUNK_CHARACTERS, CHUNK_PIECES] = [64 * 1024, 1_000];

/** Joins pieces of text to chunks of bytes in UTF-8, and yields the event loop while pieces arrive without a pause. */
export async function* textChunks(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const slicer = new TimeSlicer(Infinity);
  let [text, count] = ['', 0];
  for await (const piece of pieces) {
    text += piece;
    count++;
    if (text.length < CHUNK_CHARACTERS && count < CHUNK_PIECES) continue;
    yield Buffer.from(text);
    [text, count] = ['', 0];
    await slicer.yieldIfDue();
  }
  if (text !== '') yield Buffer.from(text);
}

/** Passes on the chunks of a file up to its limit. @throws {DomainError} TooLarge instead of the chunk beyond it */
export async function* limitedChunks(chunks: AsyncIterable<Buffer>, limitBytes: number): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > limitBytes) {
      const message = `The file has more than ${limitBytes} bytes.`;
      throw new DomainError({ code: 'TooLarge', message, params: { LimitBytes: limitBytes } });
    }
    yield chunk;
  }
}
