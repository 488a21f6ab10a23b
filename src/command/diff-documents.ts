import { allAtOnce } from '#core/steps.js';
import { compareDocument } from '#definitions/core/documents/compare-document.js';
import { definitionsOf, readFileDefinitions } from '#definitions/core/documents/document-definitions.js';
import { DomainError, Faults } from '#core/errors.js';
import { uuidV5 } from '#platform/process/ids/uuid-v5.js';
import { readFiles } from './definition-files.js';
import { changeLines } from './report.js';

const NAMESPACE = '00000000-0000-0000-0000-000000000000';

const newId = (name: string): string => uuidV5(NAMESPACE, name);

/** Prints how the first of two documents differs from the second. @returns the exit code: 1 for differences */
export async function diffDocuments(paths: readonly string[], print: (text: string) => void): Promise<number> {
  const faults = new Faults();
  const [from, to] = [await readFiles(paths[0]), await readFiles(paths[1])];
  const stored = definitionsOf(from.document, newId, faults);
  const given = readFileDefinitions(to.document, faults);
  const differences = allAtOnce(compareDocument({ stored, given, prune: true, newId }, faults));
  if (faults.list.length > 0) throw new DomainError(...faults.list);
  print(changeLines(differences));
  return differences.length > 0 ? 1 : 0;
}
