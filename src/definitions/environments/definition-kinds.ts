import { Definition } from '#core/catalogue/definition.js';
import { isExtended } from '#core/catalogue/extended-entities.js';
import { FILE_KINDS, type FileKind, fileKind, type FileReference } from '#definitions/core/documents/file-kinds.js';
import type { JsonObject } from '#core/json/json.js';
import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';
import type { DefinitionFile } from './definition-file.js';

/** A definition of the file, with the key of its parent. */
export interface DefinitionSource {
  readonly json: JsonObject;
  /** Natural key, such as `Customer.Name`. */
  readonly key: string;
  /** Natural key of the parent definition. */
  readonly parentKey?: string;
  /** Position among its siblings, from 1. */
  readonly sequence: number;
  /** A system entity with its own fields alone, or one of these. */
  readonly isExtension?: boolean;
}

/** Mapping of one kind of definitions to records of a system entity. */
export interface DefinitionKind {
  readonly entity: string;
  sources(file: DefinitionFile): readonly DefinitionSource[];
  /** Lists the lookups of a record with target entity and natural key; without a key the lookup has no value. */
  references(source: DefinitionSource): readonly (readonly [field: string, entity: string, key: string | undefined])[];
}

const textMember = (json: JsonObject, member: string): string | undefined => new Definition(json).text(member);

/** Tells whether a definition of a file gives own fields to a system entity. */
export const extendsSystem = (entity: JsonObject): boolean => isExtended(textMember(entity, 'EntityName') ?? '');

/** Lists the definitions of a kind: of the document, or the parts of all definitions of its parent's kind. */
function sourcesOf({ entity, member, parent, key }: FileKind, file: DefinitionFile): readonly DefinitionSource[] {
  if (parent)
    return sourcesOf(fileKind(parent.entity), file).flatMap(({ json, key: parentKey, isExtension }) =>
      new Definition(json).objects(member).map((part, i) => ({
        json: part,
        key: `${parentKey}.${textMember(part, key[0]) ?? i + 1}`,
        parentKey,
        sequence: i + 1,
        ...(isExtension && { isExtension }),
      })),
    );
  const ofService = entity === 'Entity' ? SYSTEM_ENTITIES.map((json) => ({ ...json, IsSystem: true })) : [];
  return [...ofService, ...file.all(member)].map((json: JsonObject, i) => ({
    json,
    key: key.map((name) => textMember(json, name) ?? '').join('.'),
    sequence: i + 1,
    ...(entity === 'Entity' && json.IsSystem !== true && extendsSystem(json) && { isExtension: true }),
  }));
}

/** Returns the natural key of the target of a reference; none where it has no name, or one that stands for no target. */
function targetKey({ member, isSibling, any }: FileReference, source: DefinitionSource): string | undefined {
  const name = textMember(source.json, member);
  if (name === undefined || name === any) return undefined;
  return isSibling ? `${source.parentKey}.${name}` : name;
}

/** All kinds in storing order: targets of references come first. */
export const DEFINITION_KINDS: readonly DefinitionKind[] = FILE_KINDS.map((kind) => ({
  entity: kind.entity,
  sources: (file) => sourcesOf(kind, file),
  references: (source) => [
    ...(kind.parent ? [[kind.parent.field, kind.parent.entity, source.parentKey] as const] : []),
    ...kind.references.map((each) => [each.field, each.entity, targetKey(each, source)] as const),
  ],
}));

/** Recognises definitions of every environment, even without the file's definitions: system entities and roles. */
export const isAlwaysThere = (entity: string, { json }: DefinitionSource): boolean =>
  (entity === 'Role' || entity === 'Entity') && json.IsSystem === true;
