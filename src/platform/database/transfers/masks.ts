import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Query } from '#platform/database/platform-database.js';
import { TransferRefused } from './manifest.js';
import type { ColumnShape, TableShape } from './table-shape.js';

const { escapeIdentifier: quoted, escapeLiteral: literal } = pg;

/** Replacement of the values of a field: nothing, a text of its own for each value, or one text for all. */
export type MaskRule = null | 'Pseudonym' | { readonly Text: string };

/** Rules by `Entity.Field`. */
export type MaskRules = Readonly<Record<string, MaskRule>>;

/** SQL that replaces values while they are read, so that the originals never leave the database. */
export interface RowMasks {
  /** SQL of a column of row `t`; undefined: the column itself. */
  column(table: string, column: string): string | undefined;
  /** The same of a platform table. */
  platformColumn(table: string, column: string): string | undefined;
  /** True for platform tables of which nothing is read. */
  leavesOut(table: string): boolean;
}

/** Texts that the service or its users have written about records, in entities that every environment has. */
const ABOUT_RECORDS: MaskRules = {
  'StatusHistory.Comment': null,
  'ApprovalRequest.Comment': null,
  'ApprovalDecision.Comment': null,
  'Notification.Message': { Text: '(removed)' },
  'WorkflowRun.Input': null,
  'WorkflowRun.Output': null,
  'WorkflowRun.Error': null,
  'WorkflowRun.Progress': null,
  'WorkflowStep.Output': null,
  'WorkflowStep.Error': null,
};

/** Hexadecimal digits of a pseudonym: two of a billion values do not meet. */
const DIGITS = 24;
const LEAST_DIGITS = 12;
const EMAIL = '@example.invalid';

interface FieldRow {
  readonly entity: string;
  readonly field: string;
  readonly max: string | null;
  readonly regex: string | null;
  readonly format: string | null;
}

/** A column with a rule, and what its field demands. */
interface Masked {
  readonly column: ColumnShape;
  readonly isUnique: boolean;
  readonly field: FieldRow | undefined;
}

/**
 * Compiles rules against the tables and fields of an environment.
 * @throws {TransferRefused} that names all rules which do not fit
 */
export async function compileMasks(
  query: Query,
  schema: string,
  tables: readonly TableShape[],
  given: MaskRules,
): Promise<RowMasks> {
  const fields = await query<FieldRow>(
    `SELECT e."EntityName" AS entity, f."FieldName" AS field, f."MaxLength"::text AS max, f."Regex" AS regex,
       f."Format" AS format
     FROM ${quoted(schema)}."Field" f JOIN ${quoted(schema)}."Entity" e ON e."Id" = f."EntityId"
     WHERE NOT f."IsDeleted"`,
  );
  const salt = randomBytes(16).toString('hex');
  const faults: string[] = [];
  const masks = new Map<string, Map<string, string>>();
  const known = Object.entries(ABOUT_RECORDS).filter(([name]) => maskedOf(name, tables, fields) !== undefined);
  for (const [name, rule] of [...known, ...Object.entries(given)]) {
    const masked = maskedOf(name, tables, fields);
    const fault = masked ? faultOf(masked, rule) : 'there is no such field';
    if (fault !== undefined) faults.push(`${name}: ${fault}`);
    else {
      const [table, column] = name.split('.');
      masks.set(table, (masks.get(table) ?? new Map<string, string>()).set(column, maskSql(masked!, rule, salt)));
    }
  }
  if (faults.length > 0) throw new TransferRefused(`The fields cannot be anonymised as said:\n${faults.join('\n')}`);
  return rowMasks(masks, tables);
}

function maskedOf(name: string, tables: readonly TableShape[], fields: readonly FieldRow[]): Masked | undefined {
  const [tableName, columnName] = name.split('.');
  const table = tables.find((each) => each.name === tableName);
  const column = table?.columns.find((each) => each.name === columnName);
  if (!table || !column) return undefined;
  const isUnique = table.indexes.some(
    ({ definition }) => definition.startsWith('CREATE UNIQUE') && definition.includes(quoted(columnName)),
  );
  return { column, isUnique, field: fields.find((each) => each.entity === tableName && each.field === columnName) };
}

function faultOf({ column, isUnique, field }: Masked, rule: MaskRule): string | undefined {
  if (column.generated) return 'it is computed from other fields: name those';
  if (rule === null) return column.required ? 'it is required: give "Pseudonym" or a Text' : undefined;
  if (!column.type.startsWith('text')) return `it is no text (${column.type}): give null`;
  if (rule !== 'Pseudonym') return isUnique ? 'its values are unique: give "Pseudonym"' : undefined;
  return field && pseudonymFaultOf(field);
}

function pseudonymFaultOf(field: FieldRow): string | undefined {
  if (field.regex) return 'it has a Regex, which a pseudonym does not match: give null or a Text';
  if (field.format && field.format !== 'Email') return `it has the Format ${field.format}: give null or a Text`;
  return digitsOf(field) < LEAST_DIGITS ? 'its MaxLength is too short for a pseudonym' : undefined;
}

const digitsOf = ({ max, format }: FieldRow): number =>
  Math.min(DIGITS, max === null ? DIGITS : Number(max) - (format === 'Email' ? EMAIL.length : 0));

function maskSql({ column, field }: Masked, rule: MaskRule, salt: string): string {
  if (rule === null) return 'NULL';
  const value = `t.${quoted(column.name)}`;
  if (rule !== 'Pseudonym') return `CASE WHEN ${value} IS NOT NULL THEN ${literal(rule.Text)} END`;
  // Values that differ in letter case alone may be one to a unique rule, and never both exist then.
  const digest = `encode(sha256(convert_to(${literal(salt)} || lower(${value}), 'UTF8')), 'hex')`;
  const suffix = field?.format === 'Email' ? ` || ${literal(EMAIL)}` : '';
  return `left(${digest}, ${field ? digitsOf(field) : DIGITS})${suffix}`;
}

function rowMasks(masks: ReadonlyMap<string, ReadonlyMap<string, string>>, tables: readonly TableShape[]): RowMasks {
  // What is computed from a masked field shows it.
  const hidden = [...masks].map(([name, columns]) => {
    const computed = tables.find((each) => each.name === name)!.columns.filter(({ generated }) => generated);
    return [name, [...columns.keys(), ...computed.map((column) => column.name)]] as const;
  });
  const images = imageColumns(hidden);
  return {
    column: (table, column) => masks.get(table)?.get(column),
    platformColumn: (table, column) => (table === 'change' ? images[column] : undefined),
    leavesOut: (table) => ['run_file', 'run_file_part'].includes(table),
  };
}

/** Images of the change log whose hidden fields are null. */
function imageColumns(hidden: readonly (readonly [string, readonly string[]])[]): Readonly<Record<string, string>> {
  const names = `CASE t.entity ${hidden
    .map(([entity, fields]) => `WHEN ${literal(entity)} THEN ARRAY[${fields.map(literal).join(', ')}]::text[]`)
    .join(' ')} END`;
  const entities = `t.entity IN (${hidden.map(([entity]) => literal(entity)).join(', ')})`;
  const shown = (name: string, value: string): string =>
    `CASE WHEN ${name} = ANY (${names}) THEN 'null'::json ELSE ${value} END`;
  const members = (image: string): string => `
    CASE WHEN ${entities} AND ${image} IS NOT NULL THEN (
      SELECT COALESCE(json_object_agg(m.key, ${shown('m.key', 'm.value')}), '{}') FROM json_each(${image}) m
    ) ELSE ${image} END`;
  return {
    old: members('t.old'),
    new: members('t.new'),
    created: `
      CASE WHEN ${entities} AND t.created IS NOT NULL THEN (
        SELECT json_agg(${shown('e.name', 'e.value')} ORDER BY e.n)
        FROM platform.record_shape h,
          ROWS FROM (unnest(string_to_array(h.members, ',')), json_array_elements(t.created))
            WITH ORDINALITY AS e (name, value, n)
        WHERE h.id = t.shape
      ) ELSE t.created END`,
  };
}
