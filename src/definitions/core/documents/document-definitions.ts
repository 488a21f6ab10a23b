import type { Faults } from '#core/errors.js';
import type { JsonValue } from '#core/json/json.js';
import { readerOf } from '#core/context/reader-of.js';
import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';
import { compareDocument } from './compare-document.js';
import { EnvironmentDefinitions, type StoredRow } from './environment-definitions.js';
import { FILE_KINDS, type FileKind } from './file-kinds.js';
import { fileMembers } from './file-members.js';
import { allAtOnce } from '#core/steps.js';
import { NO_ENVIRONMENT } from '#core/compile/no-environment.js';
import { DOCUMENT_MEMBERS, DocumentReader, type GivenDefinition } from './read-document.js';

/** Reads a document without an environment; faults go to `faults`. */
export function readFileDefinitions(
  document: JsonValue,
  faults: Faults,
): ReadonlyMap<string, readonly GivenDefinition[]> {
  const reader = readerOf(NO_ENVIRONMENT);
  const given = allAtOnce(
    new DocumentReader(NO_ENVIRONMENT.catalogue, reader).read(reader.object(document, '', DOCUMENT_MEMBERS)),
  );
  faults.push(...reader.faults.list);
  return given;
}

/** Row of a definition of the service itself, which documents may name. */
function systemRow(kind: FileKind, member: string, name: string): StoredRow {
  const values = fileMembers(NO_ENVIRONMENT.catalogue, kind).map(({ field }) => (field.name === member ? name : null));
  return [`system ${name}`, null, true, ...values];
}

const SYSTEM_ROWS: Readonly<Record<string, (kind: FileKind) => readonly StoredRow[]>> = {
  Entity: (kind) => SYSTEM_ENTITIES.map(({ EntityName }) => systemRow(kind, 'EntityName', EntityName as string)),
  Role: (kind) => [systemRow(kind, 'Name', 'Administrator')],
};

/** Returns the definitions of a document as those of an environment that has no others; faults go to `faults`. */
export function definitionsOf(
  document: JsonValue,
  newId: (name: string) => string,
  faults: Faults,
): EnvironmentDefinitions {
  const { catalogue } = NO_ENVIRONMENT;
  const rows = new Map(FILE_KINDS.map((kind) => [kind.entity, [...(SYSTEM_ROWS[kind.entity]?.(kind) ?? [])]]));
  const stored = allAtOnce(EnvironmentDefinitions.read(catalogue, rows));
  const given = readFileDefinitions(document, faults);
  for (const { kind, id, parentId, values } of allAtOnce(
    compareDocument({ stored, given, prune: false, newId }, faults),
  )) {
    const own = fileMembers(catalogue, kind).map(({ field }) => values.get(field.name) ?? field.default ?? null);
    rows.get(kind.entity)!.push([id, parentId ?? null, false, ...own]);
  }
  return allAtOnce(EnvironmentDefinitions.read(catalogue, rows));
}
