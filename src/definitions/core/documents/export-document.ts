import { isArray, isObject, JsonNumber, writeJson, type JsonObject, type JsonValue } from '#core/json/json.js';
import { mapped, type Steps } from '#core/steps.js';
import { groupedBy } from '#core/grouped-by.js';
import { isSameValue } from './canonical-value.js';
import { FILE_KINDS, kindsOfParts, type FileKind } from './file-kinds.js';
import { fileMembers, SEQUENCE, type FileMember } from './file-members.js';
import type { StoredDefinition, EnvironmentDefinitions } from './environment-definitions.js';

/** Version of the format of exported documents. */
export const FORMAT_VERSION = '1';

/** Builds the document of an environment: equal definitions give equal documents, to the byte. */
export function* exportDocument(stored: EnvironmentDefinitions): Steps<JsonObject> {
  const kinds = FILE_KINDS.filter(({ parent }) => !parent);
  const exported = new Exported(stored);
  const members: [string, JsonValue][] = [];
  for (const kind of kinds) {
    const definitions = yield* exported.top(kind);
    if (definitions.length > 0) members.push([kind.member, definitions]);
  }
  return { FormatVersion: new JsonNumber(FORMAT_VERSION), ...Object.fromEntries(members) };
}

/** Writes a document as JSON text, each of its definitions in a step. */
export function* writeExported(document: JsonObject): Steps<string> {
  const members: string[] = [];
  for (const [name, value] of Object.entries(document)) {
    const text = isArray(value) ? `[${(yield* mapped(value, writeJson)).join(',')}]` : writeJson(value);
    members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Conversion of stored definitions to the members of files. */
class Exported {
  readonly #parts = new Map<string, ReadonlyMap<string, readonly StoredDefinition[]>>();
  readonly #members = new Map<FileKind, readonly FileMember[]>();

  constructor(private readonly stored: EnvironmentDefinitions) {}

  *top(kind: FileKind): Steps<readonly JsonObject[]> {
    for (const part of kindsOfParts(kind)) this.#parts.set(part.entity, yield* this.#grouped(part));
    const own = this.stored.all(kind).filter(({ isSystem, id }) => !isSystem || this.#isExtended(kind, id));
    const labelled = yield* mapped(own, (definition) => ({ definition, label: this.stored.label(kind, definition) }));
    const sorted = labelled.toSorted((a, b) => byText(a.label, b.label) || byText(a.definition.id, b.definition.id));
    return yield* mapped(sorted.entries(), ([i, { definition }]) => this.#json(kind, definition, i));
  }

  /** Tells whether a system entity has own fields. */
  #isExtended({ entity }: FileKind, id: string): boolean {
    return entity === 'Entity' && this.#parts.get('Field')!.has(id);
  }

  /** A system entity has its name and its own fields alone. */
  #json(kind: FileKind, definition: StoredDefinition, index: number): JsonObject {
    const { id, isSystem } = definition;
    const own = this.#membersOf(kind).flatMap((member): readonly [string, JsonValue][] => {
      const value = isSystem && member.name !== 'EntityName' ? undefined : this.#value(member, definition, index);
      return value === undefined ? [] : [[member.name, value]];
    });
    const parts = kindsOfParts(kind).flatMap((part): readonly [string, JsonValue][] => {
      const items = this.#partsOf(part, id).map((item, i) => this.#json(part, item, i));
      return items.length > 0 ? [[part.member, items]] : [];
    });
    return { ...(!isSystem && { Id: id }), ...Object.fromEntries([...own, ...parts]) };
  }

  /** Leaves out what a file means without the member: no value, the default, and the position in the array. */
  #value({ field, reference }: FileMember, { values }: StoredDefinition, index: number): JsonValue | undefined {
    const value = values.get(field.name) ?? null;
    if (reference) return value === null ? reference.any : this.stored.nameOf(reference.entity, value);
    // Without the member a part has the position of its place in the array.
    if (value === null) return field.name === SEQUENCE ? null : undefined;
    const meant = field.name === SEQUENCE ? new JsonNumber(String(index + 1)) : (field.default ?? null);
    if (isSameValue(field, value, meant)) return undefined;
    return value;
  }

  /** Lists the parts of a definition in their order. */
  #partsOf(kind: FileKind, parentId: string): readonly StoredDefinition[] {
    return this.#parts.get(kind.entity)?.get(parentId) ?? [];
  }

  *#grouped(kind: FileKind): Steps<ReadonlyMap<string, readonly StoredDefinition[]>> {
    const groups = groupedBy(this.stored.all(kind), ({ parentId }) => parentId ?? '');
    return new Map(yield* mapped(groups, ([parentId, parts]) => [parentId, this.#inOrder(kind, parts)] as const));
  }

  #membersOf(kind: FileKind): readonly FileMember[] {
    const known = this.#members.get(kind) ?? fileMembers(this.stored.catalogue, kind);
    this.#members.set(kind, known);
    return known;
  }

  #inOrder(kind: FileKind, parts: readonly StoredDefinition[]): readonly StoredDefinition[] {
    const placed = parts.map((part) => ({ part, at: placeOf(part), label: this.stored.label(kind, part) }));
    const sorted = placed.toSorted(
      (a, b) => (a.at === b.at ? byText(a.label, b.label) : a.at - b.at) || byText(a.part.id, b.part.id),
    );
    return sorted.map(({ part }) => part);
  }
}

/** Returns the position of a part; those without one come last. */
function placeOf({ values }: StoredDefinition): number {
  const sequence = values.get(SEQUENCE);
  return sequence instanceof JsonNumber ? Number(sequence.text) : Number.MAX_SAFE_INTEGER;
}

/** Writes a document for people: two spaces for each level, short values on one line, a newline at the end. */
export const writeDocument = (document: JsonValue): string => `${indented(document, '')}\n`;

const MAX_LINE = 100;

function indented(value: JsonValue, indent: string): string {
  const line = spaced(value);
  if (line.length + indent.length <= MAX_LINE && !line.includes('[{')) return line;
  const inner = `${indent}  `;
  if (isArray(value)) return `[\n${value.map((item) => inner + indented(item, inner)).join(',\n')}\n${indent}]`;
  if (!isObject(value)) return line;
  const members = Object.entries(value).map(
    ([name, item]) => `${inner}${JSON.stringify(name)}: ${indented(item, inner)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function spaced(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (!isObject(value)) return writeJson(value);
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${spaced(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
