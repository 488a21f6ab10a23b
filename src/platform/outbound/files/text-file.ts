import { limitedChunks, textChunks } from './written-chunks.js';

/** Characters of a slice. */
const SLICE_CHARACTERS = 64 * 1024;

/** Writes a text, or pieces of one, as UTF-8. @throws {DomainError} TooLarge */
export const textFile = (text: string | readonly string[], limitBytes: number): AsyncGenerator<Buffer> =>
  limitedChunks(textChunks(slices(typeof text === 'string' ? [text] : text)), limitBytes);

async function* slices(pieces: readonly string[]): AsyncGenerator<string> {
  for (const piece of pieces)
    for (let start = 0; start < piece.length;) {
      let end = start + SLICE_CHARACTERS;
      if (isHighSurrogate(piece.charCodeAt(end - 1))) end++;
      yield await Promise.resolve(piece.slice(start, end));
      start = end;
    }
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
