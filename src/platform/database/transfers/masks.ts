import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Query } from '#platform/database/platform-database.js';
import { TransferRefused } from './manifest.js';
import {
  digitsOf,
  EMAIL,
  maskFaultOf,
  type Masked,
  type MaskRule,
  maskedOf,
  readFields,
  readRollups,
  readLookups,
} from './masked-fields.js';
import { addDerived, type MaskSql, setMask } from './derived-columns.js';
import { pathsTo, type SavedFilters, savedFilters } from './saved-filters.js';
import type { TableShape } from './table-shape.js';

const { escapeIdentifier: quoted, escapeLiteral: literal } = pg;

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
  'SavedQuery.GlobalSearch': null,
};

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
  const fields = await readFields(query, schema);
  const find: FindMasked = (name) => maskedOf(name, tables, fields);
  const salt = randomBytes(16).toString('hex');
  const masks = givenMasks(given, find, salt);
  const hidden = addDerived(masks, tables, await readRollups(query, schema));
  const paths = pathsTo(hidden, await readLookups(query, schema));
  for (const [name, sqlOf] of Object.entries(ownMasks({ schema, paths }, salt))) {
    const masked = name in given ? undefined : find(name);
    if (masked) setMask(masks, masked, sqlOf(masked));
  }
  for (const [table, columns] of masks) hidden.set(table, new Set([...(hidden.get(table) ?? []), ...columns.keys()]));
  return rowMasks(masks, hidden);
}

type FindMasked = (name: string) => Masked | undefined;

/** @throws {TransferRefused} */
function givenMasks(given: MaskRules, find: FindMasked, salt: string): MaskSql {
  const faults: string[] = [];
  const masks: MaskSql = new Map();
  for (const [name, rule] of Object.entries(given)) {
    const masked = find(name);
    const fault = masked ? maskFaultOf(masked, rule) : 'there is no such field';
    if (fault !== undefined) faults.push(`${name}: ${fault}`);
    else setMask(masks, masked!, maskSql(masked!, rule, salt));
  }
  if (faults.length > 0) throw new TransferRefused(`The fields cannot be anonymised as said:\n${faults.join('\n')}`);
  return masks;
}

/** SQL of what is replaced in every anonymised copy, by field. */
const ownMasks = (saved: SavedFilters, salt: string): Readonly<Record<string, (masked: Masked) => string>> => ({
  ...Object.fromEntries(
    Object.entries(ABOUT_RECORDS).map(([name, rule]) => [name, (masked: Masked) => maskSql(masked, rule, salt)]),
  ),
  ...savedFilters(saved),
});

function maskSql({ column, field }: Masked, rule: MaskRule, salt: string): string {
  if (rule === null) return 'NULL';
  const value = `t.${quoted(column.name)}`;
  if (rule !== 'Pseudonym') return `CASE WHEN ${value} IS NOT NULL THEN ${literal(rule.Text)} END`;
  // Values that differ in letter case alone may be one to a unique rule, and never both exist then.
  const digest = `encode(sha256(convert_to(${literal(salt)} || lower(${value}), 'UTF8')), 'hex')`;
  const suffix = field?.format === 'Email' ? ` || ${literal(EMAIL)}` : '';
  return `left(${digest}, ${digitsOf(field ?? { max: null, format: null })})${suffix}`;
}

function rowMasks(masks: MaskSql, hidden: ReadonlyMap<string, ReadonlySet<string>>): RowMasks {
  const images = imageColumns([...hidden]);
  return {
    column: (table, column) => masks.get(table)?.get(column),
    platformColumn: (table, column) => (table === 'change' ? images[column] : undefined),
    leavesOut: (table) => ['run_file', 'run_file_part'].includes(table),
  };
}

/** Images of the change log whose hidden fields are null. */
function imageColumns(hidden: readonly (readonly [string, ReadonlySet<string>])[]): Readonly<Record<string, string>> {
  const names = `CASE t.entity ${hidden
    .map(([entity, fields]) => `WHEN ${literal(entity)} THEN ARRAY[${[...fields].map(literal).join(', ')}]::text[]`)
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
