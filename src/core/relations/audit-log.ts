import { KEY_MARK, MAPPING, REQUEST } from '#core/context/call-source.js';
import type { Field } from '#core/catalogue/field.js';
import { maskSql } from '#core/fields/mask.sql.js';
import { maskOf } from '#core/rights/field-rights.js';
import { limitedFields } from './protected-columns.sql.js';
import { type LiveRows, readableChanges } from './read-in-log.js';
import { sumWithin } from '#core/sql/answer-limits.sql.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { auditUser, environmentHash } from '#core/changes/audit-indexes.sql.js';
import { createdMembers, ownerAfter } from '#core/changes/record-shape.sql.js';
import { ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';

/** Fields left out of `Changes`: the entry has fields of its own for them, or they are the same for all records. */
const NOT_LISTED = [
  'Id',
  'RecordInformationId',
  'TenantId',
  'AppId',
  'EnvironmentId',
  'CreatedBy',
  'CreatedOn',
  'UpdatedBy',
  'UpdatedOn',
  'RowVersion',
  'IsDeleted',
];

const hasValue = (image: string): string => `json_typeof(c.${image} -> k.key) <> 'null'`;

/** MB of text up to which a change is listed field by field: listing copies the text several times. */
const MAX_CHANGE_MB = 8;
const TEXTS = ['c.old::text', 'c.new::text', 'c.created::text'].map(raw);
const IS_WITHIN = sql`${sumWithin(MAX_CHANGE_MB, TEXTS)} > 0`;

/** Conditions and values by which changes of protected fields are listed. */
interface SeenValues {
  /** Condition on the name of a field of the change `c`; absent: all fields are listed. */
  readonly isSeen: (name: Sql) => readonly Sql[];
  /** Value of a field as the caller sees it. */
  readonly value: (name: Sql, value: Sql) => Sql;
}

const ALL_VALUES: SeenValues = { isSeen: () => [], value: (_, value) => value };

/** True where the name in the change `c` is that of one of these fields. */
function isOneOf(fields: readonly Field[], name: Sql): Sql {
  const named = fields.map((each) => sql`(${literal(each.entityName)}, ${literal(each.name)})`);
  return sql`(c.entity, ${name}) IN (${list(named)})`;
}

/** Leaves out what the caller does not see of any entity, and masks the rest. */
function seenValues(caller: RequestContext): SeenValues {
  const limited = [...caller.catalogue.entities.values()].flatMap((entity) => limitedFields(caller, entity));
  if (limited.length === 0) return ALL_VALUES;
  const isMasked = (field: Field): boolean => maskOf(caller, field) !== undefined;
  const [masked, hidden] = [limited.filter(isMasked), limited.filter((field) => !isMasked(field))];
  const masks = [...new Set(masked.map(({ mask }) => mask!))];
  return {
    isSeen: (name) => (hidden.length === 0 ? [] : [sql`NOT ${isOneOf(hidden, name)}`]),
    value: (name, value) => {
      const cases = masks.map((mask) => {
        const fields = masked.filter((field) => field.mask === mask);
        return sql`WHEN ${isOneOf(fields, name)} THEN to_json(${maskSql(sql`(${value} #>> '{}')`, mask)})`;
      });
      return cases.length === 0 ? value : sql`CASE ${list(cases, ' ')} ELSE ${value} END`;
    },
  };
}

/** `[{FieldName, Old, New}, …]` in the order of the fields; new and deleted records list the fields with a value. */
function listedPairs({ isSeen, value }: SeenValues): Sql {
  const key = raw('k.key');
  const listed = [
    sql`k.key NOT IN (${list(NOT_LISTED.map(literal))})`,
    sql`(${raw(hasValue('old'))} OR ${raw(hasValue('new'))})`,
    ...isSeen(key),
  ];
  const [old, next] = [value(key, raw('c.old -> k.key')), value(key, raw('c.new -> k.key'))];
  return sql`
  (
    SELECT jsonb_agg(jsonb_build_object('FieldName', k.key, 'Old', ${old}, 'New', ${next}) ORDER BY k.n)
    FROM json_object_keys(COALESCE(c.new, c.old)) WITH ORDINALITY AS k(key, n)
    WHERE ${list(listed, '\n      AND ')}
  )`;
}

/** The same of a created record whose values are logged by a shape; its owner and team are columns of the change. */
const listedValues = ({ isSeen, value }: SeenValues): Sql => sql`
  (
    SELECT jsonb_agg(jsonb_build_object('FieldName', v.name, 'Old', NULL, 'New', ${value(raw('v.name'), raw('v.value'))}) ORDER BY v.n)
    FROM (
      SELECT e.name, e.value, e.n FROM ${createdMembers(raw('c'))} WHERE s.id = c.shape
      UNION ALL
      SELECT o.name, to_json(o.id), NULL
      FROM (VALUES ('OwnerId', ${ownerAfter(raw('c'))}), ('OwnerTeamId', c.team_after)) AS o(name, id)
      WHERE o.id IS NOT NULL
    ) v
    WHERE ${list([raw(`json_typeof(v.value) <> 'null'`), ...isSeen(raw('v.name'))], ' AND ')}
  )`;

/**
 * `Changes` of the change row `c`. It fails for a change that is too large.
 * @param caller who does not see all values of protected fields; absent: all are listed
 */
export function listedChanges(caller?: RequestContext): Sql {
  const seen = caller ? seenValues(caller) : ALL_VALUES;
  return sql`
  CASE WHEN ${IS_WITHIN} THEN CASE WHEN c.shape IS NULL THEN ${listedPairs(seen)} ELSE ${listedValues(seen)} END END`;
}

/** `Source` of the change row `c`. */
export const LISTED_SOURCE = raw(`split_part(COALESCE(c.source, '${REQUEST}'), '${KEY_MARK}', 1)`);

/** Columns of the view by field. The position in the log is unique, so it serves as the entry's Id. */
const COLUMNS: Readonly<Record<string, Sql>> = {
  Id: raw(`lpad(to_hex(c.position), 32, '0')::uuid`),
  RecordInformationId: raw('c.record_information_id'),
  StatusId: raw('NULL::uuid'),
  OwnerId: sql`COALESCE(${ownerAfter(raw('c'))}, c.owner_before)`,
  OwnerTeamId: raw(`CASE c.operation WHEN 'Delete' THEN c.team_before ELSE c.team_after END`),
  CreatedBy: raw('c.user_id'),
  CreatedOn: raw('c.occurred_at'),
  UpdatedBy: raw('c.user_id'),
  UpdatedOn: raw('c.occurred_at'),
  RowVersion: raw('c.row_version'),
  IsDeleted: raw('false'),
  EntityName: raw('c.entity'),
  RecordId: raw('c.record_id'),
  Operation: raw('c.operation'),
  Changes: listedChanges(),
  UserId: auditUser(raw('c.user_id')),
  ChangedOn: raw('c.occurred_at'),
  CorrelationId: raw('c.correlation_id'),
  HooksSkipped: raw('c.hooks_skipped::jsonb'),
  Source: LISTED_SOURCE,
};

/** Tables in which the names of keys and mappings stand, deleted ones included. */
export interface ViaTables {
  readonly keys: Sql;
  readonly mappings: Sql;
}

/** Id of the key or the mapping in the source. */
const BY_ID = raw(`split_part(c.source, '${KEY_MARK}', 2)`);

/**
 * How the user signed in: by token or key, also where a run goes on with the limits of a key; a run of a workflow; the
 * mapping by which the service wrote.
 */
const viaOf = ({ keys, mappings }: ViaTables): Sql => sql`
  CASE
    WHEN c.source LIKE '${raw(MAPPING + KEY_MARK)}%' THEN jsonb_build_object('Kind', '${raw(MAPPING)}', 'Id', ${BY_ID}, 'Name', (
      SELECT m."Name" FROM ${mappings} m WHERE m."Id" = ${BY_ID}::uuid
    ))
    WHEN strpos(c.source, '${raw(KEY_MARK)}') > 0 THEN jsonb_build_object('Kind', 'ApiKey', 'Id', ${BY_ID}, 'Name', (
      SELECT k."Name" FROM ${keys} k WHERE k."Id" = ${BY_ID}::uuid
    ))
    WHEN c.source IN ('Workflow', 'Trigger') THEN jsonb_build_object('Kind', 'Workflow', 'Id', NULL, 'Name', NULL)
    ELSE jsonb_build_object('Kind', 'Token', 'Id', NULL, 'Name', NULL)
  END`;

/**
 * The environment's change log as rows of an entity.
 * @param caller whose scopes limit it; without one it has all
 */
export function auditLogSql(
  { catalogue }: Definitions,
  tables: ViaTables,
  caller?: RequestContext,
  liveRows?: LiveRows,
): Sql {
  const named = { ...COLUMNS, ...(caller && { Changes: listedChanges(caller) }), Via: viaOf(tables) };
  const columns = Object.entries(named).map(([name, value]) => sql`${value} AS ${ident(name)}`);
  const environmentId = sql`${literal(catalogue.environment.id)}::uuid`;
  const [column, hash] = [raw('c.environment_id'), environmentHash];
  const mine = sql`${hash(column)} = ${hash(environmentId)} AND ${column} = ${environmentId}`;
  const where = caller ? sql`${mine} AND ${readableChanges(caller, liveRows)}` : mine;
  return sql`(SELECT ${list(columns)} FROM platform.change c WHERE ${where})`;
}
