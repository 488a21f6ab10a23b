import { operationSql } from '#core/changes/operation.sql.js';
import { versionSql } from '#core/changes/version.sql.js';
import { changeSql } from '#core/changes/change.sql.js';
import { storedFields, type Entity } from '#core/catalogue/entity.js';
import { isDerived, type Field } from '#core/catalogue/field.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { relationSql, targetSql } from '#core/relations/relation.js';
import { anyOf, EMPTY, ident, list, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { readStatement, type Answers } from '#core/statements/statement.js';
import { changedRows, columnsOf, listedIds, listedResult } from '#core/changes/changed-rows.sql.js';
import { draftJson, recordJson } from '#core/fields/record-json.js';
import { checkSelects } from '#core/checks/check.sql.js';
import { MATCH_FAULTS } from '#records/core/matching/match-plan.js';
import { FAULTS_COLUMN, matchedCte, matchFaultSelects } from '#records/core/matching/match.sql.js';
import { updatedColumns } from '#core/changes/audit-columns.sql.js';
import { changeable, imageCte, lockCtes, lockOf, newOwnerCtes } from './row-images.sql.js';
import { standInSql } from './stand-in.sql.js';
import type { UpdatePlan } from './update-plan.js';

function faultCte(ctx: RequestContext, { match, checks, lookups }: UpdatePlan): Sql {
  const found = checkSelects(
    ctx,
    checks,
    {
      drafted: new Map(),
      replacedOf: () => raw('x'),
      key: raw('x."Id"'),
      entityOf: () => match.entity,
      lookupOf: (_, lookup) => lookups[lookup],
      rowsOf: () => raw('x'),
      lockOf: (_, lookup) => lockOf(lookup),
    },
    MATCH_FAULTS.length,
  );
  return sql`fault AS MATERIALIZED (${list([...matchFaultSelects(ctx, match), ...found], ' UNION ALL ')})`;
}

/** Columns of an updated row, the changed ones as they will be once stand-ins are replaced. */
const columnsAsChecked = (entity: Entity, changed: readonly Field[]): Sql =>
  list(storedFields(entity).map((field) => sql`${raw(changed.includes(field) ? 'x' : 't')}.${ident(field.name)}`));

/** `UPDATE` that gives records the values of a field for which they have stand-ins. */
export const compileStoreDeferred = (
  ctx: Definitions,
  entity: Entity,
  { field, ids, values }: { readonly field: Field; readonly ids: Slot; readonly values: Slot },
): Sql =>
  sql`
    UPDATE ${targetSql(ctx, entity)} t
    SET ${ident(field.name)} = v.value::${raw(valueTypeOf(field).columnType(field))}
    FROM unnest(${ids}, ${values}) v(id, value)
    WHERE t."Id" = v.id`;

/** CTEs `u` (rows that really change; the others keep their version) and `d` (their values for the change log). */
function storeCtes(ctx: Definitions, plan: UpdatePlan): readonly Sql[] {
  const { entity } = plan.match;
  const fields = changeable(plan);
  const filled = fields.filter((field) => !isDerived(field));
  const differs = anyOf(filled.map(({ name }) => sql`m.${ident(name)} IS DISTINCT FROM x.${ident(name)}`));
  const stored = (field: Field): Sql =>
    plan.deferred.includes(field)
      ? standInSql(field, { id: raw('m."Id"'), rows: relationSql({ ctx, rights: 'system' }, entity) })
      : sql`x.${ident(field.name)}`;
  const checked = [...new Set([...fields, ...plan.deferred])];
  const assignments = checked
    .filter((field) => !isDerived(field))
    .map((field) => sql`${ident(field.name)} = ${stored(field)}`);
  return [
    sql`
      u AS (
        UPDATE ${targetSql(ctx, entity)} t
        SET ${list([...assignments, updatedColumns(raw('m'))])}
        FROM m
        JOIN x ON x."Id" = m."Id"
        WHERE t."Id" = m."Id" AND ${differs} AND NOT EXISTS (SELECT 1 FROM fault)
        RETURNING ${plan.deferred.length > 0 ? columnsAsChecked(entity, checked) : columnsOf(entity, 't')}
      )`,
    sql`d AS (${changedRows(fields, raw('m'), raw('u'))})`,
  ];
}

/** `[{"Id","RowVersion"}, …]` of the matched rows, unchanged ones included. */
const RESULT = listedResult(
  sql`
    SELECT m."Id", COALESCE(u."RowVersion", m."RowVersion") AS version
    FROM m
    LEFT JOIN u ON u."Id" = m."Id"`,
);

/** Ids of records with a new owner, for the records that take their owner from them. */
export const NEW_OWNERS = sql`
  (
    SELECT json_agg(d."Id")::text
    FROM d
    WHERE d."OwnerId" IS DISTINCT FROM d.owner_before OR d."OwnerTeamId" IS DISTINCT FROM d.team_before
  )`;

/** `, kept`: `[[Id, value, …], …]` of the changed rows, with the values of the deferred fields as text. */
function keptColumn({ deferred }: UpdatePlan): Sql {
  if (deferred.length === 0) return EMPTY;
  const values = list([raw('u."Id"'), ...deferred.map(({ name }) => sql`x.${ident(name)}::text`)]);
  return sql`,
    (
      SELECT json_agg(json_build_array(${values}))::text
      FROM u
      JOIN x ON x."Id" = u."Id"
    ) AS kept`;
}

const MATCHED = raw('(SELECT count(*)::int FROM m)');

/** Answers `result`: the current versions of records. */
export const readVersions = readStatement(
  'readVersions',
  { ids: 'uuid[]' },
  (ctx, { ids }, entity: Entity): Answers<{ result: string }> => {
    const rows = relationSql({ ctx, rights: 'system' }, entity);
    const versions = sql`
    SELECT t."Id", t."RowVersion" AS version
    FROM ${rows} t
    WHERE t."Id" = ANY(${ids})`;
    return sql`SELECT ${listedResult(versions)} AS result`;
  },
);

/**
 * Locks the matched rows and answers them as JSON text `[[as they are], [as they would be]]` in `result`, both ordered
 * by Id: a join would take a minute for rows that the planner does not expect.
 */
function compileImages(ctx: RequestContext, plan: UpdatePlan): Sql {
  const { entity } = plan.match;
  const looks = [matchedCte(ctx, plan.match), ...newOwnerCtes(ctx, plan), imageCte(ctx, plan), faultCte(ctx, plan)];
  const before = sql`(SELECT string_agg(${recordJson(entity, raw('m'))}, ',' ORDER BY m."Id") FROM m)`;
  const after = sql`(SELECT string_agg(${draftJson(entity, raw('x'))}, ',' ORDER BY x."Id") FROM x)`;
  return sql`
    WITH ${list(looks)}
    SELECT ${FAULTS_COLUMN},
      '[[' || COALESCE(${before}, '') || '],[' || COALESCE(${after}, '') || ']]' AS result, 0 AS matched,
      NULL::text AS moved`;
}

/**
 * Locks the matched rows, runs the checks on the rows as they would be and, where none fails, updates them with their
 * change rows and the operation's outcome in one statement. Answers one row: `faults`, `result`, `matched` and `moved`
 * (Ids of records with a new owner, for the records that take their owner from them).
 *
 * CTEs and aliases of all updates:
 * - `m`: matched rows as they are, locked; `o`: the new target of OwnerFrom; `x`: matched rows as they will be
 * - `l<lookup>`: locked targets of one lookup
 * - `fault`: failed checks, as `failed` (number of the check) and `n` (Id of the record)
 * - `u`: updated rows; `d`: their values before and after for the change log
 * - `change`, `version`, `operation`: change log, versions of cached definitions, outcome
 * - `t`: the table or a target; in checks `x` is the checked row and `y` another row of the update
 */
export function compileUpdate(ctx: RequestContext, plan: UpdatePlan): Sql {
  const { match, mode } = plan;
  if (mode === 'image') return compileImages(ctx, plan);
  const matched = [matchedCte(ctx, match), ...newOwnerCtes(ctx, plan)];
  const looks = [...matched, imageCte(ctx, plan), ...lockCtes(ctx, plan), faultCte(ctx, plan)];
  if (mode === 'explain')
    return sql`WITH ${list(looks)} SELECT ${FAULTS_COLUMN}, NULL::text AS result, 0 AS matched, NULL::text AS moved`;
  const written = { entity: match.entity, operation: 'Update' } as const;
  const outcome = {
    ids: listedIds(raw('m')),
    when: sql`NOT EXISTS (SELECT 1 FROM fault)`,
    extent: { entities: [match.entity] },
    answer: { result: RESULT, recordAffected: MATCHED },
  };
  const ctes = [
    ...looks,
    ...storeCtes(ctx, plan),
    changeSql(ctx, 'Update', [{ entity: match.entity, rows: raw('d') }]),
    ...versionSql(ctx, [match.entity], sql`EXISTS (SELECT 1 FROM u)`),
    ...(mode === 'store' ? [operationSql(ctx, written, outcome)] : []),
  ];
  const found = sql`${FAULTS_COLUMN}, ${RESULT} AS result, ${MATCHED} AS matched, ${NEW_OWNERS} AS moved`;
  return sql`WITH ${list(ctes)} SELECT ${found}${keptColumn(plan)}`;
}
