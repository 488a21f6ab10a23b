import { Definition } from './definition.js';
import type { Field } from './field.js';
import { shortened } from '#core/nearest.js';
import type { JsonObject } from '#core/json/json.js';
import { SYSTEM_ENTITIES } from './system-entities.js';

/** System entities to which environments add own fields. */
const EXTENDED: ReadonlySet<string> = new Set(['User', 'Team']);

/** Beginning of the names, in any letter case, that later versions of the service may give to fields of these entities. */
const RESERVED_PREFIX = 'Ds';

const textOf = (json: JsonObject, member: string): string => new Definition(json).text(member) ?? '';

/** Names of the fields of the service in lower case, by the name of their entity. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  SYSTEM_ENTITIES.filter((json) => EXTENDED.has(textOf(json, 'EntityName'))).map((json) => [
    textOf(json, 'EntityName'),
    new Definition(json).objects('Fields').map((field) => textOf(field, 'FieldName').toLowerCase()),
  ]),
);

/** Tells whether environments may add own fields to an entity. */
export const isExtended = (entityName: string): boolean => NAMES.has(entityName);

/** Tells whether a field of an entity is an own one of the environment beside those of the service. */
export const isOwn = (entityName: string, { name, isSystem }: Pick<Field, 'name' | 'isSystem'>): boolean =>
  !isSystem && NAMES.get(entityName)?.includes(name.toLowerCase()) === false;

/** Returns a message if the name of an own field is one of the service's. */
export function ownNameProblem(entityName: string, fieldName: string): string | undefined {
  const key = fieldName.toLowerCase();
  const names = NAMES.get(entityName);
  if (!names) return undefined;
  const about = `${entityName}.${shortened(fieldName)}`;
  if (key.startsWith(RESERVED_PREFIX.toLowerCase()))
    return `${about}: names that begin with ${RESERVED_PREFIX}, in any letter case, are reserved for the service.`;
  return names.includes(key)
    ? `${about}: ${entityName} has a field of this name; letter case makes no difference.`
    : undefined;
}

/**
 * SQL condition: the row `field` of `Field` is an own field of its system entity, the row `entity` of `Entity`. The names
 * tell, since a name is written once.
 */
export function isOwnField(field: string, entity: string): string {
  const own = [...NAMES].map(
    ([name, taken]) =>
      `${entity}."EntityName" = '${name}' AND lower(${field}."FieldName") NOT IN (${taken.map((each) => `'${each}'`).join(', ')})`,
  );
  return `(NOT starts_with(lower(${field}."FieldName"), '${RESERVED_PREFIX.toLowerCase()}') AND (${own.join(' OR ')}))`;
}

/**
 * System entities with the own fields of an environment.
 * @param extensions entities with their own fields only
 */
export function withOwnFields(extensions: readonly JsonObject[], merge: Merge): readonly JsonObject[] {
  if (extensions.length === 0) return SYSTEM_ENTITIES;
  const byName = new Map(extensions.map((json) => [textOf(json, 'EntityName'), json]));
  return SYSTEM_ENTITIES.map((json) => {
    const extension = byName.get(textOf(json, 'EntityName'));
    if (!extension) return json;
    return merge(json, extension, () => ({
      ...json,
      Fields: [...new Definition(json).objects('Fields'), ...new Definition(extension).objects('Fields')],
    }));
  });
}

/** Keeps a merged entity while it and its extension are the same objects. */
type Merge = (json: JsonObject, extension: JsonObject, build: () => JsonObject) => JsonObject;
