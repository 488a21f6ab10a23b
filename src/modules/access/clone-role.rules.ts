import type { Catalogue } from '../../core/catalogue/catalogue.js';
import { storedFields, type Entity } from '../../core/catalogue/entity.js';
import type { Field } from '../../core/catalogue/field.js';
import type { RequestContext } from '../../core/context.js';
import { writeJson, type JsonObject, type JsonValue } from '../../core/json/json.js';

/** Records of one entity that belong to a role: what they are about, and what they say of it. */
export interface RolePart {
  readonly entity: Entity;
  /** What the answer calls such a record. */
  readonly kind: 'Scope' | 'Permission';
  /** Leads to the role. */
  readonly link: Field;
  /** What a record is about; a role has one record of each. */
  readonly key: Field;
  /** What a record says of that; nothing where it says enough by being there. */
  readonly values: readonly Field[];
}

/** A record of a role. */
export interface RoleRecord {
  readonly id: string;
  readonly key: string;
  /** The key in words. */
  readonly name: string;
  readonly values: JsonObject;
}

/** Records that are to say the same from now on. */
interface AlikeRecords {
  readonly values: JsonObject;
  readonly ids: string[];
}

/** What makes one part of a role that of another. */
export interface PartChange {
  readonly part: RolePart;
  /** Records of the source. */
  readonly copied: number;
  readonly created: readonly RoleRecord[];
  readonly changed: readonly AlikeRecords[];
  readonly removedIds: readonly string[];
  /** The same for readers, by name. */
  readonly differences: readonly JsonObject[];
}

/** What a role consists of besides its name and its members: scopes with writable fields, and permissions (T41). */
export function rolePartsOf({ catalogue }: RequestContext): readonly RolePart[] {
  const part = (kind: RolePart['kind'], entityName: string, keyName: string): RolePart => {
    const entity = catalogue.entity(entityName);
    const own = storedFields(entity).filter(({ isSystem }) => !isSystem);
    const [link, key] = ['RoleId', keyName].map((name) => own.find((field) => field.name === name)!);
    return { entity, kind, link, key, values: own.filter((field) => field !== link && field !== key) };
  };
  return [part('Scope', 'RoleAccess', 'EntityName'), part('Permission', 'RolePermission', 'PermissionId')];
}

/** What an Administrator's role is worth as records: All on every entity. It has no records, and needs none. */
export function fullScopes({ entities }: Catalogue): readonly RoleRecord[] {
  const values = { Create: 'All', Read: 'All', Update: 'All', Delete: 'All', WritableFields: null };
  return [...entities.values()].map(({ name }) => ({ id: '', key: name, name, values }));
}

/** What the target's records must become to say what the source's say; a record that says it already stays untouched. */
export function compareParts(part: RolePart, source: readonly RoleRecord[], target: readonly RoleRecord[]): PartChange {
  const wanted = new Map(source.map((record) => [record.key, record]));
  const present = new Map(target.map((record) => [record.key, record]));
  const created = source.filter(({ key }) => !present.has(key));
  const removed = target.filter(({ key }) => !wanted.has(key));
  const differing = target.filter(({ key, values }) => wanted.has(key) && !isSame(values, wanted.get(key)!.values));
  const changes = [...created, ...removed, ...differing].map(({ key, name }) => {
    const [From, To] = [present, wanted].map((records) => shownPart(part, records.get(key)));
    return { Kind: part.kind, Name: name, From, To };
  });
  return {
    part,
    copied: source.length,
    created,
    changed: alike(differing.map(({ id, key }) => ({ id, values: wanted.get(key)!.values }))),
    removedIds: removed.map(({ id }) => id),
    differences: changes.toSorted((a, b) => (a.Name < b.Name ? -1 : 1)),
  };
}

const isSame = (a: JsonValue, b: JsonValue): boolean => writeJson(a) === writeJson(b);

/** How the answer shows what a record says; a missing one is `null`, or `false` where being there is all it says. */
function shownPart({ values }: RolePart, record: RoleRecord | undefined): JsonValue {
  return values.length === 0 ? record !== undefined : (record?.values ?? null);
}

/** One update for all records that are to say the same: scopes have few values. */
function alike(records: readonly { readonly id: string; readonly values: JsonObject }[]): readonly AlikeRecords[] {
  const groups = new Map<string, AlikeRecords>();
  for (const { id, values } of records) {
    const key = writeJson(values);
    const group = groups.get(key) ?? { values, ids: [] };
    groups.set(key, group);
    group.ids.push(id);
  }
  return [...groups.values()];
}
