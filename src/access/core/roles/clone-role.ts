import type { Catalogue } from '#core/catalogue/catalogue.js';
import { storedFields, type Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import type { Definitions } from '#core/context/context.js';
import { writeJson, type JsonObject, type JsonValue } from '#core/json/json.js';

/** Records of one entity that belong to a role: scopes or permissions. */
export interface RolePart {
  readonly entity: Entity;
  /** Name of the kind in the answer. */
  readonly kind: 'Scope' | 'Permission';
  /** Lookup to the role. */
  readonly link: Field;
  /** Field with the entity or permission; a role has at most one record for each value. */
  readonly key: Field;
  /** Fields with the granted access; empty for permissions. */
  readonly values: readonly Field[];
}

/** A record of a role. */
export interface RoleRecord {
  readonly id: string;
  readonly key: string;
  /** Readable name of the key. */
  readonly name: string;
  readonly values: JsonObject;
}

/** Records that get the same new values. */
interface EqualUpdates {
  readonly values: JsonObject;
  readonly ids: string[];
}

/** Changes that make one part of a role equal to that of another. */
export interface PartChange {
  readonly part: RolePart;
  /** Number of records of the source. */
  readonly copied: number;
  readonly created: readonly RoleRecord[];
  readonly changed: readonly EqualUpdates[];
  readonly removedIds: readonly string[];
  /** Differences for the answer, sorted by name. */
  readonly differences: readonly JsonObject[];
}

/** Lists the parts of a role that are cloned: scopes with writable fields, and permissions. */
export function rolePartsOf({ catalogue }: Definitions): readonly RolePart[] {
  const part = (kind: RolePart['kind'], entityName: string, keyName: string): RolePart => {
    const entity = catalogue.entity(entityName);
    const own = storedFields(entity).filter(({ isSystem }) => !isSystem);
    const [link, key] = ['RoleId', keyName].map((name) => own.find((field) => field.name === name)!);
    return { entity, kind, link, key, values: own.filter((field) => field !== link && field !== key) };
  };
  return [part('Scope', 'RoleAccess', 'EntityName'), part('Permission', 'RolePermission', 'PermissionId')];
}

/** Expands an Administrator's role, which has no records, to scope All on every entity. */
export function fullScopes({ entities }: Catalogue): readonly RoleRecord[] {
  const values = { Create: 'All', Read: 'All', Update: 'All', Delete: 'All', WritableFields: null };
  return [...entities.values()].map(({ name }) => ({ id: '', key: name, name, values }));
}

/** Compares the records of two roles; records of the target that are equal already stay untouched. */
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
    changed: groupByValues(differing.map(({ id, key }) => ({ id, values: wanted.get(key)!.values }))),
    removedIds: removed.map(({ id }) => id),
    differences: changes.toSorted((a, b) => (a.Name < b.Name ? -1 : 1)),
  };
}

const isSame = (a: JsonValue, b: JsonValue): boolean => writeJson(a) === writeJson(b);

/** Renders a record for the answer; a missing one is `null`, or `false` for a permission. */
function shownPart({ values }: RolePart, record: RoleRecord | undefined): JsonValue {
  return values.length === 0 ? record !== undefined : (record?.values ?? null);
}

/** Groups records by their new values, so that each group takes one update. */
function groupByValues(
  records: readonly { readonly id: string; readonly values: JsonObject }[],
): readonly EqualUpdates[] {
  const groups = new Map<string, EqualUpdates>();
  for (const { id, values } of records) {
    const key = writeJson(values);
    const group = groups.get(key) ?? { values, ids: [] };
    groups.set(key, group);
    group.ids.push(id);
  }
  return [...groups.values()];
}
