import type { Entity } from '#core/catalogue/entity.js';
import { coversAll, limitedRows, scopeOf, scopeSql } from '#core/rights/access.js';
import { ROLLUP_VERSIONS } from '#core/catalogue/system-fields.js';
import type { RequestContext } from '#core/context/context.js';
import { criterionSql } from '#core/criteria/compile-criterion.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { readableSql, relationSql, writableSql } from '#core/relations/relation.js';
import { EMPTY, ident, raw, sql, type Sql } from '#core/sql/sql.js';
import { columnsOf } from '#core/changes/changed-rows.sql.js';
import { CONDITION_NUMBERS, LOCKED_NUMBER, MAX_MATCHED, type MatchPlan, respectsLock } from './match-plan.js';
import { isStale } from '#core/changes/audit-columns.sql.js';

/**
 * CTE `m`: readable rows that match, locked in the order of their Ids, so that concurrent writers cannot deadlock. The
 * lock waits for earlier writers and then reads the rows as they left them.
 */
export function matchedCte(ctx: RequestContext, plan: MatchPlan): Sql {
  const { entity, criterion, unlimited, exclusive, rows, version } = plan;
  const reader = { ctx, rights: 'caller', isUnmasked: true } as const;
  const from = new FromClause(reader, entity, 't');
  const condition = criterionSql(criterion, from);
  const limit = unlimited ? EMPTY : raw(` LIMIT ${MAX_MATCHED + 1}`);
  const lock = raw(exclusive ? 'UPDATE' : 'NO KEY UPDATE');
  const versions = version ? sql`, t.${ident(ROLLUP_VERSIONS)}` : EMPTY;
  const request = respectsLock(plan) ? raw(', t."ApprovalRequestId"') : EMPTY;
  const found = sql`${relationSql(reader, entity, rows)} t${from.joins()} WHERE ${condition}`;
  const locked = sql`ORDER BY t."Id"${limit} FOR ${lock} OF t`;
  return sql`m AS MATERIALIZED (SELECT ${columnsOf(entity, 't')}${versions}${request} FROM ${found} ${locked})`;
}

/**
 * True where the identity conjuncts name a live record that the caller may not read. Its lookups are read with the
 * caller's rights, so that a hidden target looks like a missing one.
 */
function hiddenSql(ctx: RequestContext, { entity, identity }: MatchPlan): Sql {
  if (identity.length === 0 || coversAll(ctx, entity, 'read')) return raw('false');
  const from = new FromClause({ ctx, rights: 'caller' }, entity, 't');
  const condition = criterionSql({ kind: 'all', of: identity }, from);
  const rows = relationSql({ ctx, rights: 'system' }, entity);
  return sql`
    EXISTS (
      SELECT 1
      FROM ${rows} t${from.joins()}
      WHERE ${condition} AND (${readableSql(ctx, entity, raw('t'))}) IS NOT TRUE
    )`;
}

/** Number of the fault of a row `m` that the caller may not write. */
function outsideNumber(ctx: RequestContext, entity: Entity, operation: MatchPlan['operation']): Sql {
  if (!limitedRows(ctx, entity, operation)) return raw('1');
  const covered = scopeSql(scopeOf(ctx, entity, operation), raw('m'));
  return sql`CASE WHEN ${covered} THEN ${raw(CONDITION_NUMBERS[operation])} ELSE 1 END`;
}

/** SELECTs (`failed`, `n`) of `MATCH_FAULTS`, `GONE` and `LOCKED`; `n` is the record's Id, or null for the write as a whole. */
export function matchFaultSelects(ctx: RequestContext, plan: MatchPlan): readonly Sql[] {
  const { entity, operation, version, unlimited, rows } = plan;
  const hidden = hiddenSql(ctx, plan);
  // Restoring a record updates it, too.
  const isLimitedUpdate = rows === 'deleted' && limitedRows(ctx, entity, 'update');
  const judged = isLimitedUpdate ? ([operation, 'update'] as const) : [operation];
  return [
    sql`SELECT 0 AS failed, NULL::uuid AS n WHERE ${hidden}`,
    ...judged.map(
      (each) =>
        sql`SELECT ${outsideNumber(ctx, entity, each)}, m."Id" FROM m WHERE (${writableSql(ctx, entity, each, raw('m'))}) IS NOT TRUE`,
    ),
    sql`SELECT 2, NULL::uuid WHERE ${unlimited ? raw('false') : raw(`(SELECT count(*) FROM m) > ${MAX_MATCHED}`)}`,
    sql`SELECT 3, m."Id" FROM m WHERE ${version ? isStale(raw('m'), version) : raw('false')}`,
    ...(version ? [sql`SELECT 3, NULL::uuid WHERE NOT EXISTS (SELECT 1 FROM m) AND NOT ${hidden}`] : []),
    ...(respectsLock(plan)
      ? [sql`SELECT ${raw(LOCKED_NUMBER)}, m."Id" FROM m WHERE m."ApprovalRequestId" IS NOT NULL`]
      : []),
  ];
}

/** Column `faults`: the first 1,000 failed checks as JSON text `[[check, Id], …]`, or null. */
export const FAULTS_COLUMN = sql`
  (
    SELECT json_agg(json_build_array(f.failed, f.n))::text
    FROM (SELECT failed, n FROM fault ORDER BY failed, n LIMIT 1000) f
  ) AS faults`;
