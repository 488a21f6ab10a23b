import { limitedChunks } from './written-chunks.js';

/** Characters of a chunk. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Writes a text as UTF-8. @throws {DomainError} TooLarge */
export const textFile = (text: string, limitBytes: number): AsyncGenerator<Buffer> =>
  limitedChunks(slices(text), limitBytes);

async function* slices(text: string): AsyncGenerator<Buffer> {
  for (let start = 0; start < text.length;) {
    let end = start + CHUNK_CHARACTERS;
    if (isHighSurrogate(text.charCodeAt(end - 1))) end++;
    yield await Promise.resolve(Buffer.from(text.slice(start, end)));
    start = end;
  }
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
