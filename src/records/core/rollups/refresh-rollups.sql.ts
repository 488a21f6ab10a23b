import { NEW_ENVIRONMENT } from '#core/catalogue/catalogue.js';
import { storedFields, type Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { changeSql } from '#core/changes/change.sql.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { relationSql, targetSql } from '#core/relations/relation.js';
import { followingFields } from '#core/expressions/computed-field.js';
import { withComputed } from '#core/expressions/row-image.sql.js';
import { Args } from '#core/statements/args.js';
import { anyOf, ident, list, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { changedRows, columnsOf } from '#core/changes/changed-rows.sql.js';
import type { Check } from '#core/checks/check.js';
import { checkSelects } from '#core/checks/check.sql.js';
import { MATCH_FAULTS } from '#records/core/matching/match-plan.js';
import { FAULTS_COLUMN } from '#records/core/matching/match.sql.js';
import { rolledUpVersions, updatedColumns } from '#core/changes/audit-columns.sql.js';
import { ruleChecks } from '#core/checks/write-checks.js';
import { aggregatedChildren, type AggregatedChildren } from './aggregated-children.js';
import { aggregatesSql, rollupValue } from './aggregates.sql.js';

/** Rollups of some records of one entity that are to be refreshed. */
export interface RefreshPlan {
  readonly entity: Entity;
  readonly args: Args;
  readonly ids: Slot;
  readonly children: readonly AggregatedChildren[];
  /** Rules that read fields which may change: a record must meet them with its new rollups too. */
  readonly checks: readonly Check[];
}

/** Plans a refresh. @param ctx of the service: the change belongs to no user */
export function planRefresh(
  ctx: RequestContext,
  entity: Entity,
  fields: readonly Field[],
  ids: readonly string[],
): RefreshPlan {
  const args = new Args(ctx);
  const children = aggregatedChildren(ctx, entity, fields, args);
  const changing = new Set(changingFields(entity, fields).map(({ name }) => name));
  const checks = ruleChecks(ctx, entity, 0, args).filter(({ reads }) => reads.some((name) => changing.has(name)));
  return { entity, args, ids: args.add(ids, 'uuid[]'), children, checks };
}

/** The rollups and the fields that are computed from them. */
function changingFields(entity: Entity, rollups: readonly Field[]): readonly Field[] {
  return [...rollups, ...followingFields(entity.fields, new Set(rollups.map(({ name }) => name)))];
}

const rollupsOf = ({ children }: RefreshPlan): readonly Field[] =>
  children.flatMap(({ rollups }) => rollups.map(({ field }) => field));

/** CTE `x`: the records as they will be, but only those whose rollups differ. */
function imageCte(ctx: Definitions, plan: RefreshPlan): Sql {
  const { entity, children, ids } = plan;
  const rollups = rollupsOf(plan);
  const following = changingFields(entity, rollups).filter((field) => !rollups.includes(field));
  const holder = new Map(children.flatMap((each, i) => each.rollups.map(({ field }) => [field, i] as const)));
  const columns = storedFields(entity)
    .filter((field) => !following.includes(field))
    .map((field) => {
      const own = sql`m.${ident(field.name)}`;
      const from = holder.get(field);
      if (from === undefined) return own;
      return sql`${rollupValue(field, sql`${raw(`a${from}`)}.${ident(field.name)}`)} AS ${ident(field.name)}`;
    });
  const joins = children.map((each, i) => {
    const rows = relationSql({ ctx, rights: 'system' }, each.child);
    const parents = sql`c.${ident(each.relation.childField)} = ANY(${ids})`;
    const alias = raw(`a${i}`);
    const aggregates = aggregatesSql(ctx, { children: each, rows, parents });
    return sql` LEFT JOIN ${aggregates} ${alias} ON ${alias}.parent = m."Id"`;
  });
  const image = withComputed(entity, following, sql`SELECT ${list(columns)} FROM m${list(joins, '')}`);
  const differs = anyOf(rollups.map(({ name }) => sql`y.${ident(name)} IS DISTINCT FROM m.${ident(name)}`));
  return sql`x AS MATERIALIZED (SELECT y.* FROM (${image}) y JOIN m ON m."Id" = y."Id" WHERE ${differs})`;
}

const noLookup = (): never => {
  throw new Error('Rollups are no lookups.');
};

function faultCte(ctx: RequestContext, { entity, checks }: RefreshPlan): Sql {
  const sources = {
    drafted: new Map<string, Sql>(),
    key: raw('x."Id"'),
    entityOf: () => entity,
    lookupOf: noLookup,
    rowsOf: () => raw('x'),
    lockOf: noLookup,
  };
  const found = checkSelects(ctx, checks, sources, MATCH_FAULTS.length);
  const none = sql`SELECT 0 AS failed, NULL::uuid AS n WHERE false`;
  return sql`fault AS MATERIALIZED (${list([none, ...found], ' UNION ALL ')})`;
}

/**
 * Refreshes the rollups of locked records, with change rows for records that really change. Answers one row: `faults`
 * and `refreshed`, the number of changed records.
 *
 * CTEs and aliases: `m` the records, `a<n>` aggregates of the n-th relation, `x` changed records as they will be,
 * `fault` failed checks, `u` updated rows, `d` their values before and after for the change log; `c` a child in an
 * aggregate.
 */
export function compileRefresh(ctx: RequestContext, plan: RefreshPlan): Sql {
  const { entity, ids } = plan;
  const rollups = rollupsOf(plan);
  const records = relationSql({ ctx, rights: 'system' }, entity);
  const own = rollups.map(({ name }) => sql`${ident(name)} = x.${ident(name)}`);
  // Records that an environment is created with have no earlier version.
  const assignments =
    ctx.catalogue.version === NEW_ENVIRONMENT ? own : [...own, updatedColumns(raw('m')), rolledUpVersions(raw('t'))];
  const ctes = [
    sql`m AS MATERIALIZED (SELECT ${columnsOf(entity, 't')} FROM ${records} t WHERE t."Id" = ANY(${ids}))`,
    imageCte(ctx, plan),
    faultCte(ctx, plan),
    sql`
      u AS (
        UPDATE ${targetSql(ctx, entity)} t
        SET ${list(assignments)}
        FROM x
        JOIN m ON m."Id" = x."Id"
        WHERE t."Id" = x."Id" AND NOT EXISTS (SELECT 1 FROM fault)
        RETURNING ${columnsOf(entity, 't')}
      )`,
    sql`d AS (${changedRows(changingFields(entity, rollups), raw('m'), raw('u'))})`,
    changeSql(ctx, 'Update', [{ entity, rows: raw('d') }], 'Rollup'),
  ];
  return sql`
    WITH ${list(ctes)}
    SELECT ${FAULTS_COLUMN}, (SELECT count(*)::int FROM u) AS refreshed`;
}
