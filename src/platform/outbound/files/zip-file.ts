import { DomainError } from '#core/errors.js';
import { archive, type ArchiveEntry } from './archive.js';
import { entryNames } from './entry-names.js';
import { limitedChunks } from './written-chunks.js';

const MAX_ENTRIES = 1_000;

/**
 * Writes files into a zip archive. Names become safe and unique: no folders, ` (2)` for repetitions.
 *
 * @throws {DomainError} TooLarge; Validation without files
 */
export function zipFile(entries: readonly ArchiveEntry[], limitBytes: number): AsyncGenerator<Buffer> {
  if (entries.length === 0) throw new DomainError({ code: 'Validation', message: 'A zip needs at least one file.' });
  if (entries.length > MAX_ENTRIES) {
    const message = `A zip has at most ${MAX_ENTRIES} files.`;
    throw new DomainError({ code: 'TooLarge', message, params: { MaxFiles: MAX_ENTRIES } });
  }
  const names = entryNames(entries.map(({ name }) => name));
  return limitedChunks(archive(entries.map(({ content }, at) => ({ name: names[at], content }))), limitBytes);
}
