import type { Catalogue } from '#core/catalogue/catalogue.js';
import type { JsonObject } from '#core/json/json.js';
import { render } from '#core/sql/sql.js';
import { wantedTable } from '#definitions/core/schema/entity-tables.sql.js';

const field = (FieldName: string, FieldType: string, more: JsonObject = {}): JsonObject => ({
  FieldName,
  FieldType,
  ...more,
});

/** An entity with a field of every type: what this version makes of it, it makes of the entities of environments. */
export const SAMPLE_ENTITY: JsonObject = {
  EntityName: 'Sample',
  Searchable: true,
  Fields: [
    field('Number', 'AutoNumber', { Pattern: 'S-{000}' }),
    field('Name', 'Text', { Required: true, Unique: true }),
    field('Code', 'Text', { Unique: true, CaseInsensitive: true }),
    field('Note', 'LongText'),
    field('Count', 'Int'),
    field('Amount', 'Decimal'),
    field('Twice', 'Computed', { ResultType: 'Decimal', Expression: 'Amount * 2' }),
    field('IsOpen', 'Bool'),
    field('DueOn', 'Date', { Indexed: true }),
    field('SentOn', 'DateTime'),
    field('Key', 'Uuid'),
    field('Extra', 'Json'),
    field('Kind', 'Enum', { Values: ['A', 'B'], Unique: true }),
    field('Kinds', 'MultiEnum', { Values: ['A', 'B'] }),
    field('ParentId', 'Lookup', { Target: 'Sample' }),
  ],
};

/** Statements that make the tables of a catalogue with all their columns, indexes and keys. */
export function tableStatements(catalogue: Catalogue): readonly string[] {
  return [...catalogue.entities.values()]
    .filter(({ view }) => !view)
    .flatMap((entity) => {
      const { create, columns, indexes, foreignKeys } = wantedTable(entity, { catalogue, trigrams: 'trigrams' });
      return [create, ...[...columns, ...indexes, ...foreignKeys].map(({ ddl }) => ddl)];
    })
    .map((statement) => render(statement).text);
}
