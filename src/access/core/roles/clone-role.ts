import { CLAUSE_OF } from '#core/catalogue/scope.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { storedFields, type Entity } from '#core/catalogue/entity.js';
import { FIELD_ACCESS } from '#core/catalogue/access-entities.js';
import type { Field } from '#core/catalogue/field.js';
import type { Definitions } from '#core/context/context.js';
import { writeJson, type JsonObject, type JsonValue } from '#core/json/json.js';

/** Records of one entity that belong to a role: scopes, permissions or rights to fields. */
export interface RolePart {
  readonly entity: Entity;
  /** Name of the kind in the answer. */
  readonly kind: 'Scope' | 'Permission' | 'Field';
  /** Lookup to the role. */
  readonly link: Field;
  /** Fields with the entity, permission or field; a role has at most one record for their values. */
  readonly keys: readonly Field[];
  /** Fields with the granted access, and the keys where there are several; empty for permissions. */
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

/** Lists the parts of a role that are cloned: scopes with writable fields, permissions, and rights to fields. */
export function rolePartsOf({ catalogue }: Definitions): readonly RolePart[] {
  const part = (kind: RolePart['kind'], entityName: string, ...keyNames: readonly string[]): RolePart => {
    const entity = catalogue.entity(entityName);
    const own = storedFields(entity).filter(({ isSystem }) => !isSystem);
    const [link, ...keys] = ['RoleId', ...keyNames].map((name) => own.find((field) => field.name === name)!);
    const values = own.filter((field) => field !== link && (keys.length > 1 || !keys.includes(field)));
    return { entity, kind, link, keys, values };
  };
  return [
    part('Scope', 'RoleAccess', 'EntityName'),
    part('Permission', 'RolePermission', 'PermissionId'),
    part('Field', FIELD_ACCESS, 'EntityName', 'FieldName'),
  ];
}

const CLAUSES: ReadonlySet<string> = new Set(Object.values(CLAUSE_OF));
const NO_CLAUSES = Object.fromEntries([...CLAUSES].map((name) => [name, null]));

/** Expands an Administrator's role, which has no records, to scope All on every entity. */
export function fullScopes({ entities }: Catalogue): readonly RoleRecord[] {
  const values = { Create: 'All', Read: 'All', Update: 'All', Delete: 'All', WritableFields: null, ...NO_CLAUSES };
  return [...entities.values()].map(({ name }) => ({ id: '', key: name, name, values }));
}

/** Expands an Administrator's role to all rights to every protected field. */
export const fullFields = ({ entities }: Catalogue): readonly RoleRecord[] =>
  [...entities.values()].flatMap(({ protectedFields }) =>
    protectedFields.map(({ entityName: EntityName, name: FieldName }) => {
      const key = `${EntityName}.${FieldName}`;
      return { id: '', key, name: key, values: { EntityName, FieldName, Read: 'Full', Write: true } };
    }),
  );

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

/** Renders a record for the answer, clauses where there are any; a missing one is `null`, or `false` for a permission. */
function shownPart({ keys, values }: RolePart, record: RoleRecord | undefined): JsonValue {
  if (values.length === 0) return record !== undefined;
  if (!record) return null;
  const isLeftOut = ([name, value]: readonly [string, JsonValue]): boolean =>
    keys.some((key) => key.name === name) || (value === null && CLAUSES.has(name));
  return Object.fromEntries(Object.entries(record.values).filter((member) => !isLeftOut(member)));
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
