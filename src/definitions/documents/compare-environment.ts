import { createHash } from 'node:crypto';
import type { RequestContext } from '#core/context/context.js';
import { compareDocument } from '#definitions/core/documents/compare-document.js';
import type { DefinitionDifference } from '#definitions/core/documents/definition-difference.js';
import type { EnvironmentFile } from '#definitions/core/documents/environment-file.js';
import { exportDocument, writeExported } from '#definitions/core/documents/export-document.js';
import type { EnvironmentDefinitions } from '#definitions/core/documents/environment-definitions.js';
import { type Fault, Faults } from '#core/errors.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { uuidV5 } from '#platform/process/ids/uuid-v5.js';
import { isConvertible } from '#definitions/core/migration/conversions.sql.js';
import { retypedFaults } from '#definitions/core/documents/difference-faults.js';

/** Returns the version of an environment for plans: equal definitions have equal versions. */
export async function versionOf(stored: EnvironmentDefinitions): Promise<string> {
  const text = await inSlices(writeExported(await inSlices(exportDocument(stored))));
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** Differences of an environment from a document, and the faults of the document. */
export interface ComparedEnvironment {
  readonly differences: readonly DefinitionDifference[];
  readonly faults: readonly Fault[];
}

/** Compares a document with an environment. */
export async function compareEnvironment(
  ctx: RequestContext,
  { given, prune, shapeFaults }: EnvironmentFile,
  stored: EnvironmentDefinitions,
): Promise<ComparedEnvironment> {
  const faults = new Faults();
  faults.push(...shapeFaults);
  const newId = (name: string): string => uuidV5(ctx.catalogue.environment.id, name);
  const differences = await inSlices(compareDocument({ stored, given, prune, newId }, faults));
  const places = new Set(faults.list.map(({ path }) => path));
  faults.push(...retypedFaults(differences, isConvertible).filter(({ path }) => !places.has(path)));
  return { differences, faults: faults.list };
}
