import { storedFields, type Entity, type Relation } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { changeSql } from '#core/changes/change.sql.js';
import { operationSql } from '#core/changes/operation.sql.js';
import { versionSql } from '#core/changes/version.sql.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { relationSql, systemRows, targetSql } from '#core/relations/relation.js';
import { withComputed } from '#core/expressions/row-image.sql.js';
import { ident, list, raw, sql, type Sql } from '#core/sql/sql.js';
import { statement, type Answers } from '#core/statements/statement.js';
import { columnsOf, listedIds, listedResult, wholeRows } from '#core/changes/changed-rows.sql.js';
import type { Check } from '#core/checks/check.js';
import { checkSelects } from '#core/checks/check.sql.js';
import { MATCH_FAULTS } from '#records/core/matching/match-plan.js';
import { FAULTS_COLUMN } from '#records/core/matching/match.sql.js';
import { updatedColumns } from '#core/changes/audit-columns.sql.js';
import type { RestoredLookup, RestoredRows } from './restoration.js';

/** Children that were deleted together with their deleted parents, locked in the order of their Ids. */
export const lockDeletedWith = statement(
  'lockDeletedWith',
  { parentIds: 'uuid[]' },
  (ctx, { parentIds }, relation: Relation): Answers<{ id: string }> => {
    const { parentEntity, childEntity, childField } = relation;
    const deleted = (name: string): Sql => systemRows(ctx, name, 'deleted');
    return sql`
    SELECT c."Id" AS id
    FROM ${deleted(childEntity)} c
    JOIN ${deleted(parentEntity)} p ON p."Id" = c.${ident(childField)}
    WHERE p."Id" = ANY(${parentIds})
      AND c."DeletedOn" = p."DeletedOn"
      AND c."DeletedBy" IS NOT DISTINCT FROM p."DeletedBy"
    ORDER BY c."Id"
    FOR UPDATE OF c`;
  },
);

/** A group of a restore with its number, by which its CTEs are named. */
interface Group extends RestoredRows {
  readonly i: number;
  readonly lookups: readonly RestoredLookup[];
}

const deletedOf = (i: number): Sql => raw(`m${i}`);
const imageOf = (i: number): Sql => raw(`x${i}`);
const restoredOf = (i: number): Sql => raw(`u${i}`);
const lockOf = (i: number, lookup: number): Sql => raw(`l${i}_${lookup}`);

/** CTEs `m` and `l`: the deleted rows, and the live targets of their lookups, locked until this write commits. */
function lookCtes(ctx: Definitions, { entity, ids, lookups, i }: Group): readonly Sql[] {
  const reader = { ctx, rights: 'system' } as const;
  const rows = sql`
    SELECT ${columnsOf(entity, 't')}
    FROM ${relationSql(reader, entity, 'deleted')} t
    WHERE t."Id" = ANY(${ids})`;
  const locks = lookups.map(({ field, target }, lookup) => {
    const used = sql`SELECT m.${ident(field.name)} FROM ${deletedOf(i)} m`;
    return sql`
      ${lockOf(i, lookup)} AS MATERIALIZED (
        SELECT t."Id"
        FROM ${relationSql(reader, target)} t
        WHERE t."Id" IN (${used})
        ORDER BY t."Id"
        FOR KEY SHARE OF t
      )`;
  });
  return [sql`${deletedOf(i)} AS MATERIALIZED (${rows})`, ...locks];
}

/** New values of fields that change in a restore: lookups that are cleared, and the team of the owner. */
function restoredFields({ entity, lookups, i }: Group, groups: readonly Group[], ctx: Definitions): Map<Field, Sql> {
  const values = new Map<Field, Sql>();
  lookups.forEach(({ field, target, clears }, lookup) => {
    if (!clears) return;
    const own = sql`m.${ident(field.name)}`;
    const alike = groups.filter((group) => group.entity === target).map((group) => deletedOf(group.i));
    const there = [lockOf(i, lookup), ...alike].map((rows) => sql`SELECT t."Id" FROM ${rows} t`);
    values.set(field, sql`CASE WHEN ${own} IN (${list(there, ' UNION ALL ')}) THEN ${own} END`);
  });
  const users = systemRows(ctx, 'User');
  const owner = sql`FROM ${users} u WHERE u."Id" = m."OwnerId"`;
  const team = sql`
    CASE
      WHEN EXISTS (SELECT 1 ${owner}) THEN (SELECT u."PrimaryTeamId" ${owner})
      ELSE m."OwnerTeamId"
    END`;
  if (!entity.ownerFrom) values.set(entity.fields.get('ownerteamid')!, team);
  return values;
}

/** CTE `x`: the rows as they will be. */
function imageCte(group: Group, changed: ReadonlyMap<Field, Sql>): Sql {
  const { entity, i } = group;
  const computed = storedFields(entity).filter((field) => field.computed);
  const columns = storedFields(entity)
    .filter((field) => !field.computed)
    .map((field) => sql`${changed.get(field) ?? sql`m.${ident(field.name)}`} AS ${ident(field.name)}`);
  const rows = sql`SELECT ${list(columns)} FROM ${deletedOf(i)} m`;
  return sql`${imageOf(i)} AS MATERIALIZED (${withComputed(entity, computed, rows)})`;
}

function faultCte(ctx: RequestContext, groups: readonly Group[], checks: readonly Check[]): Sql {
  const drafted = new Map(groups.map(({ entity, i }) => [entity.name, imageOf(i)]));
  const found = checkSelects(
    ctx,
    checks,
    {
      drafted,
      key: raw('x."Id"'),
      entityOf: (group) => groups[group].entity,
      lookupOf: (group, lookup) => groups[group].lookups[lookup],
      rowsOf: imageOf,
      replacedOf: imageOf,
      lockOf,
    },
    MATCH_FAULTS.length,
  );
  const none = sql`SELECT 0 AS failed, NULL::uuid AS n WHERE false`;
  return sql`fault AS MATERIALIZED (${list([none, ...found], ' UNION ALL ')})`;
}

function storeCtes(ctx: Definitions, { entity, i }: Group, changed: ReadonlyMap<Field, Sql>): readonly Sql[] {
  const own = [...changed.keys()].map(({ name }) => sql`${ident(name)} = x.${ident(name)}`);
  const back = sql`"IsDeleted" = false, "DeletedOn" = NULL, "DeletedBy" = NULL, ${updatedColumns(raw('x'))}`;
  return [
    sql`
      ${restoredOf(i)} AS (
        UPDATE ${targetSql(ctx, entity)} t
        SET ${list([...own, back])}
        FROM ${imageOf(i)} x
        WHERE t."Id" = x."Id" AND NOT EXISTS (SELECT 1 FROM fault)
        RETURNING ${columnsOf(entity, 't')}
      )`,
    sql`${raw(`h${i}`)} AS (${wholeRows(entity, restoredOf(i))})`,
  ];
}

/**
 * Restores soft-deleted records of all groups at once, unless a check fails. Writes change rows like those of new
 * records (docs/interface/records.md#restore) and the operation's outcome. Answers `faults`, and `result` and `matched`
 * of the first group.
 *
 * CTEs, numbered by group: `m` deleted rows, `l<group>_<lookup>` locked targets, `x` rows as they will be, `u` restored
 * rows, `h` their images for the change log. `fault` has the failed checks of all groups.
 * @param lookups of each group
 * @param recordsOutcome false for a part of a write that records the outcome itself
 */
export function compileRestore(
  ctx: RequestContext,
  rows: readonly RestoredRows[],
  lookups: readonly (readonly RestoredLookup[])[],
  checks: readonly Check[],
  recordsOutcome = true,
): Sql {
  const groups = rows.map((group, i): Group => ({ ...group, i, lookups: lookups[i] }));
  const changed = groups.map((group) => restoredFields(group, groups, ctx));
  const entities = groups.map(({ entity }) => entity);
  const restored = groups.map(({ entity, i }) => ({ entity, rows: raw(`h${i}`) }));
  const isFaultless = sql`NOT EXISTS (SELECT 1 FROM fault)`;
  const written: { entity: Entity; operation: 'Update' } = { entity: entities[0], operation: 'Update' };
  const ctes = [
    ...groups.flatMap((group) => lookCtes(ctx, group)),
    ...groups.map((group, i) => imageCte(group, changed[i])),
    faultCte(ctx, groups, checks),
    ...groups.flatMap((group, i) => storeCtes(ctx, group, changed[i])),
    changeSql(ctx, 'Create', restored),
    ...versionSql(ctx, entities, isFaultless),
    ...(recordsOutcome
      ? [operationSql(ctx, written, { ids: listedIds(raw('h0')), when: isFaultless, extent: { entities } })]
      : []),
  ];
  const result = listedResult(sql`SELECT h0."Id", h0."RowVersion" AS version FROM h0`);
  return sql`
    WITH ${list(ctes)}
    SELECT ${FAULTS_COLUMN}, ${result} AS result, (SELECT count(*)::int FROM h0) AS matched`;
}
