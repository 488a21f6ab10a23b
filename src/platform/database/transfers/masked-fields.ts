import pg from 'pg';
import { SYSTEM_ENTITIES } from '#core/catalogue/system-entities.js';
import { type Field, type FieldType, type TextFormat } from '#core/catalogue/field.js';
import { checkValue } from '#core/fields/field-rules.js';
import type { Query } from '#platform/database/platform-database.js';
import type { ColumnShape, TableShape } from './table-shape.js';

const { escapeIdentifier: quoted } = pg;

/** Replacement of the values of a field: nothing, a text of its own for each value, or one text for all. */
export type MaskRule = null | 'Pseudonym' | { readonly Text: string };

/** Hexadecimal digits of a pseudonym: two of a billion values do not meet. */
const DIGITS = 24;
const LEAST_DIGITS = 12;
export const EMAIL = '@example.invalid';

/** Tables whose rows a copy needs as they are. */
const DEFINITIONS = new Set(
  SYSTEM_ENTITIES.filter(({ Kind }) => Kind === 'definition').map(({ EntityName }) => EntityName),
);

/** A field with the members of its definition that say which values it takes. */
interface FieldRow {
  readonly entity: string;
  readonly field: string;
  readonly type: FieldType | 'Computed' | 'Rollup';
  readonly required: boolean;
  readonly min: number | null;
  readonly max: number | null;
  readonly regex: string | null;
  readonly format: TextFormat | null;
  readonly values: readonly { readonly Value: string; readonly IsActive?: boolean }[] | null;
}

/** A column with a rule, and what its field demands. */
export interface Masked {
  readonly table: string;
  readonly column: ColumnShape;
  readonly isUnique: boolean;
  /** Undefined for columns that are kept for a deleted field. */
  readonly field: FieldRow | undefined;
}

/** A rollup and the field of the children that it aggregates. */
export interface RollupSource {
  readonly entity: string;
  readonly field: string;
  readonly child: string;
  readonly aggregated: string;
}

/** Reads the fields that are not deleted. */
export const readFields = (query: Query, schema: string): Promise<readonly FieldRow[]> =>
  query<FieldRow>(
    `SELECT e."EntityName" AS entity, f."FieldName" AS field, f."FieldType" AS type, f."Required" AS required,
       f."MinLength"::int AS min, f."MaxLength"::int AS max, f."Regex" AS regex, f."Format" AS format,
       f."Values" AS values
     FROM ${quoted(schema)}."Field" f
     JOIN ${quoted(schema)}."Entity" e ON e."Id" = f."EntityId"
     WHERE NOT f."IsDeleted"`,
  );

/** Reads the rollups that have values of their children. */
export const readRollups = (query: Query, schema: string): Promise<readonly RollupSource[]> =>
  query<RollupSource>(
    `SELECT p."EntityName" AS entity, f."FieldName" AS field, c."EntityName" AS child, f."AggregateField" AS aggregated
     FROM ${quoted(schema)}."Field" f
     JOIN ${quoted(schema)}."Entity" p ON p."Id" = f."EntityId"
     JOIN ${quoted(schema)}."Relation" r ON r."Id" = f."RelationId"
     JOIN ${quoted(schema)}."Entity" c ON c."Id" = r."ChildEntityId"
     WHERE f."FieldType" = 'Rollup' AND f."AggregateField" IS NOT NULL AND NOT f."IsDeleted"`,
  );

/** A lookup, by which the path of a field leads to another record, and the entity of that. */
export interface PathStep {
  readonly step: string;
  readonly entity: string;
}

/** Reads the lookups. */
export const readLookups = (query: Query, schema: string): Promise<readonly PathStep[]> =>
  query<PathStep>(
    `SELECT f."FieldName" AS step, e."EntityName" AS entity
     FROM ${quoted(schema)}."Field" f
     JOIN ${quoted(schema)}."Entity" e ON e."Id" = f."TargetId"
     WHERE NOT f."IsDeleted"`,
  );

/** Finds the column that `Entity.Field` names; undefined where there is none. */
export function maskedOf(name: string, tables: readonly TableShape[], fields: readonly FieldRow[]): Masked | undefined {
  const [tableName, columnName, ...more] = name.split('.');
  const table = tables.find((each) => each.name === tableName);
  const column = table?.columns.find((each) => each.name === columnName);
  if (!table || !column || more.length > 0) return undefined;
  const isUnique = table.indexes.some(
    ({ definition }) => definition.startsWith('CREATE UNIQUE') && definition.includes(quoted(columnName)),
  );
  const field = fields.find((each) => each.entity === tableName && each.field === columnName);
  return { table: tableName, column, isUnique, field };
}

/** Tells why a rule does not fit its column; undefined where it does. */
export function maskFaultOf(masked: Masked, rule: MaskRule): string | undefined {
  const { table, column, field } = masked;
  if (DEFINITIONS.has(table)) return 'it is part of a definition, which the copy needs as it is';
  if (column.generated || field?.type === 'Rollup') return 'it is computed from other fields: name those';
  if (!/^text( |$)/.test(column.type)) return otherTypeFaultOf(masked, rule);
  if (rule !== null) return textRuleFaultOf(masked, rule);
  return isRequired(masked) ? 'it is required: give "Pseudonym" or a Text' : undefined;
}

const isRequired = ({ column, field }: Masked): boolean => column.required || field?.required === true;

function otherTypeFaultOf(masked: Masked, rule: MaskRule): string | undefined {
  const { type } = masked.column;
  if (isRequired(masked)) return `it is required and no text (${type}), so that no rule fits: make it optional first`;
  return rule === null ? undefined : `it is no text (${type}): give null`;
}

function textRuleFaultOf({ isUnique, field }: Masked, rule: NonNullable<MaskRule>): string | undefined {
  if (rule === 'Pseudonym') return field && pseudonymFaultOf(field);
  if (isUnique) return 'its values are unique: give "Pseudonym"';
  return rule.Text === '' ? 'its Text is empty: give null' : field && textFaultOf(field, rule.Text);
}

function pseudonymFaultOf(field: FieldRow): string | undefined {
  const { type, regex, format, min } = field;
  if (type === 'Enum') return 'it takes certain values only: give null or one of them as Text';
  if (regex) return 'it has a Regex, which a pseudonym does not match: give null or a Text';
  if (format && format !== 'Email') return `it has the Format ${format}: give null or a Text`;
  if (digitsOf(field) < LEAST_DIGITS) return 'its MaxLength is too short for a pseudonym';
  return (min ?? 0) > DIGITS ? 'its MinLength is too long for a pseudonym: give a Text' : undefined;
}

/** Hexadecimal digits that a pseudonym of the field has. */
export const digitsOf = ({ max, format }: Pick<FieldRow, 'max' | 'format'>): number =>
  Math.min(DIGITS, (max ?? DIGITS + EMAIL.length) - (format === 'Email' ? EMAIL.length : 0));

/** Compares a text with the rules of its field, since records that break one cannot be updated. */
function textFaultOf(row: FieldRow, text: string): string | undefined {
  const { type, min, max, regex, format } = row;
  const values = (row.values ?? []).map(({ Value, IsActive = true }) => ({ value: Value, isActive: IsActive }));
  const rules = { minLength: min, maxLength: max, regex, format };
  const given = Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule !== null));
  const field = { name: row.field, type, values, ...given } as unknown as Field;
  const { faults } = checkValue(field, text, 'Text');
  return faults.length > 0 ? `its Text breaks a rule: ${faults.map(({ message }) => message).join(' ')}` : undefined;
}
