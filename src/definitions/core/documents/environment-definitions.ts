import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { JsonValue } from '#core/json/json.js';
import { gathered, type Steps } from '#core/steps.js';
import { FILE_KINDS, type FileKind } from './file-kinds.js';
import { fileMembers } from './file-members.js';

/** A stored definition record. */
export interface StoredDefinition {
  readonly id: string;
  /** Id of the definition that it is a part of. */
  readonly parentId: string | undefined;
  /** It belongs to the service itself: files do not hold it, but may name it. */
  readonly isSystem: boolean;
  /** Values by field name, without those that the service sets; lookups are ids. */
  readonly values: ReadonlyMap<string, JsonValue>;
}

/** Row of a stored definition: `Id`, parent, `IsSystem`, and the values in the order of `fileMembers`. */
export type StoredRow = readonly [id: JsonValue, parentId: JsonValue, isSystem: JsonValue, ...values: JsonValue[]];

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

/** The definitions of an environment at one moment, as far as files can hold or name them. */
export class EnvironmentDefinitions {
  readonly #byKind = new Map<string, ReadonlyMap<string, StoredDefinition>>();

  private constructor(readonly catalogue: Catalogue) {}

  /** Reads the rows of all kinds. @param rows by entity name */
  static *read(catalogue: Catalogue, rows: ReadonlyMap<string, readonly StoredRow[]>): Steps<EnvironmentDefinitions> {
    const definitions = new EnvironmentDefinitions(catalogue);
    for (const kind of FILE_KINDS)
      definitions.#byKind.set(kind.entity, yield* definitions.#read(kind, rows.get(kind.entity) ?? []));
    return definitions;
  }

  /** Lists the definitions of a kind. */
  all({ entity }: FileKind): readonly StoredDefinition[] {
    return [...this.#byKind.get(entity)!.values()];
  }

  find(entity: string, id: string): StoredDefinition | undefined {
    return this.#byKind.get(entity)?.get(id);
  }

  /** Returns the name of a definition that others name by one member; empty for an unknown id. */
  nameOf(entity: string, id: JsonValue | undefined): string {
    const definition = this.find(entity, textOf(id));
    return textOf(definition?.values.get(entity === 'Entity' ? 'EntityName' : 'Name'));
  }

  /** Returns the name of a definition for people, such as `Customer.Name`. */
  label(kind: FileKind, definition: StoredDefinition): string {
    const own = kind.key.map((member) => {
      const reference = kind.references.find((each) => each.member === member);
      const value = definition.values.get(reference?.field ?? member);
      return reference ? this.nameOf(reference.entity, value) : textOf(value);
    });
    const parent = kind.parent && this.#labelOf(kind.parent.entity, definition.parentId);
    return [...(parent === undefined ? [] : [parent]), ...own].join('.');
  }

  #labelOf(entity: string, id: string | undefined): string {
    const parent = this.find(entity, id ?? '');
    return parent
      ? this.label(
          FILE_KINDS.find((each) => each.entity === entity)!,
          parent,
        )
      : '';
  }

  /** Tells whether a definition has parts of this kind in files: the rows of fields of system entities are own ones. */
  #isOpen({ entity, parent }: FileKind, parentId = ''): boolean {
    const whole = this.find(parent!.entity, parentId);
    return whole !== undefined && (!whole.isSystem || entity === 'Field');
  }

  /** Reads the rows of a kind. Private views, which belong to users, and parts of other definitions are left out. */
  *#read(kind: FileKind, rows: readonly StoredRow[]): Steps<ReadonlyMap<string, StoredDefinition>> {
    const members = fileMembers(this.catalogue, kind);
    const isHeld = ({ parentId, values }: StoredDefinition): boolean =>
      (!kind.parent || this.#isOpen(kind, parentId)) && values.get('Visibility') !== 'Private';
    const definitions = yield* gathered(rows, ([id, parentId, isSystem, ...values]) => {
      const definition: StoredDefinition = {
        id: textOf(id),
        parentId: kind.parent && textOf(parentId),
        isSystem: isSystem === true,
        values: new Map(members.map(({ field }, i) => [field.name, values[i]])),
      };
      return isHeld(definition) ? [[definition.id, definition] as const] : [];
    });
    return new Map(definitions);
  }
}
