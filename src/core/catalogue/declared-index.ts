import type { JsonObject, JsonValue } from '#core/json/json.js';
import { parseDirection } from '#core/values/direction.js';
import { Definition } from './definition.js';
import { isDerived, type Field } from './field.js';

/**
 * Maximum length of the values of an indexed Text field without `MaxLength`: in characters of up to 4 bytes they fit into
 * one entry of an index, which PostgreSQL limits to 2,704 bytes.
 */
export const MAX_INDEXED_LENGTH = 500;

/** Field of an index, by whose values its entries are ordered. */
export interface IndexKey {
  readonly field: Field;
  readonly descending: boolean;
}

/** Kinds of definition records that declare indexes: `Index`, and `Field` for an `Indexed` field. */
export const INDEX_KINDS = ['Index', 'Field'] as const;
export type IndexKind = (typeof INDEX_KINDS)[number];

/** An index that a definition declares. */
export interface DeclaredIndex {
  readonly kind: IndexKind;
  /** Id of the definition record. */
  readonly id: string;
  readonly name: string;
  readonly keys: readonly IndexKey[];
  /** Where-clause of the records in the index; absent: all. */
  readonly where?: JsonValue;
}

/** Fields of an entity by name in lower case. */
type Fields = ReadonlyMap<string, Field>;

/** Lists the indexes that an entity's definition declares; what validation refuses is left out. */
export function declaredIndexes(entity: Definition, fields: Fields): readonly DeclaredIndex[] {
  const single = entity
    .objects('Fields')
    .map((json) => new Definition(json))
    .filter((definition) => definition.flag('Indexed'))
    .flatMap((definition): readonly DeclaredIndex[] => {
      const field = fields.get((definition.text('FieldName') ?? '').toLowerCase());
      return field ? [{ kind: 'Field', id: field.id, name: field.name, keys: [{ field, descending: false }] }] : [];
    });
  const named = entity.objects('Indexes').map((json) => declaredIndex(entity, json, fields));
  return [...single, ...named].filter(({ keys }) => keys.length > 0);
}

function declaredIndex(entity: Definition, json: JsonObject, fields: Fields): DeclaredIndex {
  const definition = new Definition(json);
  const [name, where] = [definition.text('Name') ?? '', definition.value('WhereClause')];
  const keys = definition.objects('Fields').flatMap((item): readonly IndexKey[] => {
    const key = new Definition(item);
    const field = fields.get((key.text('FieldName') ?? '').toLowerCase());
    return field ? [{ field, descending: parseDirection(key.value('Direction') ?? 'ASC') ?? false }] : [];
  });
  const id = definition.text('Id') ?? `${entity.text('EntityName')}.${name}`;
  return { kind: 'Index', id, name, keys, ...(where !== undefined && { where }) };
}

/**
 * Adds to fields what their indexes mean for them: texts are limited to what fits into an index, and enums are compared
 * by their rank, by which they are ordered.
 */
export function indexedFields(fields: Fields, indexes: readonly DeclaredIndex[]): Fields {
  const indexed = new Set(indexes.flatMap(({ keys }) => keys.map(({ field }) => field)));
  if (indexed.size === 0) return fields;
  return new Map([...fields].map(([key, field]) => [key, indexed.has(field) ? indexedField(field) : field]));
}

function indexedField(field: Field): Field {
  if (field.type === 'Text' && field.maxLength === undefined && !isDerived(field))
    return { ...field, maxLength: MAX_INDEXED_LENGTH };
  return field.type === 'Enum' && !field.unique ? { ...field, isRanked: true } : field;
}
