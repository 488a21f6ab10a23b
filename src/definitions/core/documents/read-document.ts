import type { Catalogue } from '#core/catalogue/catalogue.js';
import { isExtended, ownNameProblem } from '#core/catalogue/extended-entities.js';
import { isUuid } from '#core/values/uuid-text.js';
import { checkValue } from '#core/fields/field-rules.js';
import { isObject, JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import { shortened } from '#core/nearest.js';
import { type DefinitionLimits, limitFaults } from '#core/catalogue/definition-limits.js';
import type { Steps } from '#core/steps.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import { FORMAT_VERSION } from './export-document.js';
import { FILE_KINDS, fileKind, kindsOfParts, type FileKind, type FileReference } from './file-kinds.js';
import { fileMembers, SEQUENCE, type FileMember } from './file-members.js';

/** A name in a document that refers to another definition. */
export interface GivenReference {
  readonly reference: FileReference;
  /** Absent: no target. */
  readonly name: string | undefined;
}

/** A definition of a document. */
export interface GivenDefinition {
  readonly kind: FileKind;
  /** Path in the document, such as `Entities[3].Fields[2]`. */
  readonly path: string;
  /** In lower case; absent: found by its name, or new. */
  readonly id: string | undefined;
  readonly parent: GivenDefinition | undefined;
  /** Values by field name, defaults included; null for none. Lookups are in `references`. */
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly references: readonly GivenReference[];
  /** Name for people, and for the id of a new definition: `Customer.Name`. */
  readonly label: string;
  /** A system entity, of which the document has own fields only. */
  readonly isExtension?: boolean;
}

/** Where a document has a definition. */
interface Place {
  readonly path: string;
  /** Position in its array, from 0. */
  readonly index: number;
  readonly parent?: GivenDefinition;
}

/** Members of the body beside the definitions. */
const OPTIONS = ['FormatVersion', 'Prune', 'Version', 'Options'] as const;

/** Lists the members that a document may have. */
export const DOCUMENT_MEMBERS: readonly string[] = [
  ...OPTIONS,
  ...FILE_KINDS.filter(({ parent }) => !parent).map(({ member }) => member),
];

/** Reads the definitions of a document, parents before their parts; faults go to the reader. */
export class DocumentReader {
  readonly #definitions = new Map<string, GivenDefinition[]>(FILE_KINDS.map(({ entity }) => [entity, []]));
  readonly #members: ReadonlyMap<FileKind, readonly FileMember[]>;
  readonly #counts = new Map<FileKind, number>();

  /** @param limits of the environment; absent ones do not apply */
  constructor(
    catalogue: Catalogue,
    private readonly reader: ShapeReader,
    private readonly limits: DefinitionLimits = {},
  ) {
    this.#members = new Map(FILE_KINDS.map((kind) => [kind, fileMembers(catalogue, kind)]));
  }

  /** @returns the definitions by the entity of their kind */
  *read(document: Members): Steps<ReadonlyMap<string, readonly GivenDefinition[]>> {
    const format = document.value('FormatVersion') ?? undefined;
    if (format !== undefined && !(format instanceof JsonNumber && format.text === FORMAT_VERSION)) {
      const message = `FormatVersion must be ${FORMAT_VERSION}: this service does not know another format.`;
      document.fault('FormatVersion', message);
    }
    for (const kind of FILE_KINDS) if (!kind.parent) yield* this.#readAll(kind, document, undefined);
    return this.#definitions;
  }

  *#readAll(kind: FileKind, members: Members, parent: GivenDefinition | undefined): Steps<void> {
    const definitions = members.optionalArray(kind.member) ?? [];
    if (!this.#fits(kind, definitions.length, members)) return;
    for (const [i, json] of definitions.entries())
      yield* this.#readOne(kind, json, { path: `${members.at(kind.member)}[${i}]`, index: i, parent });
  }

  /** Counts definitions before they are read. Too many of them are one fault. */
  #fits(kind: FileKind, count: number, members: Members): boolean {
    const before = this.#counts.get(kind) ?? 0;
    const total = before + count;
    this.#counts.set(kind, total);
    const parentName = kind.parent?.entity;
    const counts = { entityName: kind.entity, total, largest: count, ...(parentName !== undefined && { parentName }) };
    const faults = limitFaults(this.limits, counts);
    if (before <= (this.limits[kind.entity] ?? Infinity))
      this.reader.faults.push(...faults.map((fault) => ({ ...fault, path: members.at(kind.member) })));
    return faults.length === 0;
  }

  *#readOne(kind: FileKind, json: JsonValue, { path, index, parent }: Place): Steps<void> {
    yield;
    if (isObject(json) && json.IsSystem === true) return;
    if (kind.entity === 'Entity' && isObject(json) && isExtended(textOf(json, 'EntityName')))
      yield* this.#readExtension(kind, json, path);
    else yield* this.#readWhole(kind, json, { path, index, parent });
  }

  *#readWhole(kind: FileKind, json: JsonValue, { path, index, parent }: Place): Steps<void> {
    const [own, parts] = [this.#members.get(kind)!, kindsOfParts(kind)];
    const known = ['Id', 'IsSystem', ...own.map(({ name }) => name), ...parts.map(({ member }) => member)];
    const members = this.reader.object(json, path, known);
    if (!isObject(json)) return;
    if (parent?.isExtension) this.#checkOwnName(parent, json, members);
    const values = new Map<string, JsonValue>();
    const references: GivenReference[] = [];
    for (const member of own) {
      if (member.reference) references.push(this.#reference(member.reference, member.field.required, members));
      else values.set(member.field.name, this.#value(member, members, index));
    }
    const label = labelOf(kind, json, parent);
    const definition = { kind, path, id: this.#id(members), parent, values, references, label };
    this.#definitions.get(kind.entity)!.push(definition);
    for (const part of parts) yield* this.#readAll(part, members, definition);
  }

  *#readExtension(kind: FileKind, json: JsonObject, path: string): Steps<void> {
    const label = textOf(json, 'EntityName');
    const members = this.reader.object(json, path, Object.keys(json));
    for (const name of Object.keys(json).filter((each) => each !== 'EntityName' && each !== 'Fields')) {
      const message = `${label} is an entity of the service: a document has its EntityName and own Fields only.`;
      members.fault(name, message);
    }
    const values = new Map<string, JsonValue>([['EntityName', label]]);
    const extension = {
      kind,
      path,
      id: undefined,
      parent: undefined,
      values,
      references: [],
      label,
      isExtension: true,
    };
    this.#definitions.get(kind.entity)!.push(extension);
    yield* this.#readAll(fileKind('Field'), members, extension);
  }

  #checkOwnName({ label }: GivenDefinition, json: JsonObject, members: Members): void {
    const problem = ownNameProblem(label, textOf(json, 'FieldName'));
    if (problem !== undefined) members.fault('FieldName', problem);
  }

  #id(members: Members): string | undefined {
    const id = members.optionalText('Id')?.toLowerCase();
    if (id === undefined || isUuid(id)) return id;
    return members.fault('Id', `${members.at('Id')} must be a UUID, not '${shortened(id)}'.`);
  }

  #reference(reference: FileReference, isRequired: boolean, members: Members): GivenReference {
    const name = isRequired ? members.text(reference.member) : members.optionalText(reference.member);
    return { reference, name: name === '' || name === reference.any ? undefined : name };
  }

  /** Checks a value as a write of the record does. An absent member means the default, and so does null, but for positions. */
  #value({ field, name }: FileMember, members: Members, index: number): JsonValue {
    if (members.isMisspelt(name)) return null;
    const given = members.value(name) ?? null;
    const fallback = field.name === SEQUENCE ? positionOf(members, index) : (field.default ?? null);
    if (given === null && (fallback !== null || !field.required)) return fallback;
    // Files may give `Min` and the like as numbers.
    const value = given instanceof JsonNumber && field.type === 'Text' ? given.text : given;
    const { faults } = checkValue(field, value, members.at(name));
    this.reader.faults.push(...faults);
    return value;
  }
}

const textOf = (json: JsonObject, member: string): string => {
  const value = json[member];
  return typeof value === 'string' ? value : '';
};

/** Position of a part without one: its place in the array, unless the document says that it has none. */
const positionOf = (members: Members, index: number): JsonNumber | null =>
  members.value(SEQUENCE) === null ? null : new JsonNumber(String(index + 1));

function labelOf({ key }: FileKind, json: JsonObject, parent: GivenDefinition | undefined): string {
  const own = key.map((member) => textOf(json, member));
  return [...(parent ? [parent.label] : []), ...own].join('.');
}
