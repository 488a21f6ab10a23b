import { changeSql } from '#core/changes/change.sql.js';
import { operationSql } from '#core/changes/operation.sql.js';
import { versionSql } from '#core/changes/version.sql.js';
import type { Entity, Relation } from '#core/catalogue/entity.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { relationSql, systemRows, targetSql } from '#core/relations/relation.js';
import { CALL } from '#core/statements/args.js';
import { ident, list, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { readStatement, statement, type Answers } from '#core/statements/statement.js';
import { changedRows, columnsOf, listedIds, listedResult, wholeRows } from '#core/changes/changed-rows.sql.js';
import type { Check } from '#core/checks/check.js';
import { checkSelects, type CheckSources } from '#core/checks/check.sql.js';
import { MATCH_FAULTS, type MatchPlan } from '#records/core/matching/match-plan.js';
import { FAULTS_COLUMN, matchedCte, matchFaultSelects } from '#records/core/matching/match.sql.js';
import { updatedColumns } from '#core/changes/audit-columns.sql.js';
import type { PURGE } from '#core/changes/sources.js';

/**
 * Locks the matched records, so that no new lookup can refer to them. Answers `faults` and `ids` as JSON text.
 */
export function compileLockMatched(ctx: RequestContext, match: MatchPlan, checks: readonly Check[]): Sql {
  const refused = checkSelects(ctx, checks, matchedSources(match), MATCH_FAULTS.length);
  const fault = sql`fault AS MATERIALIZED (${list([...matchFaultSelects(ctx, match), ...refused], ' UNION ALL ')})`;
  return sql`
    WITH ${list([matchedCte(ctx, match), fault])}
    SELECT ${FAULTS_COLUMN}, (SELECT json_agg(m."Id")::text FROM m) AS ids`;
}

/** Runs declarative hooks on records that cascade. Answers `faults` as JSON text `[[check, Id], …]`. */
export function compileChecksOfDeleted(ctx: RequestContext, entity: Entity, checks: readonly Check[], ids: Slot): Sql {
  const rows = relationSql({ ctx, rights: 'system' }, entity);
  const going = sql`m AS MATERIALIZED (SELECT ${columnsOf(entity, 't')} FROM ${rows} t WHERE t."Id" = ANY(${ids}))`;
  const refused = checkSelects(ctx, checks, matchedSources({ entity }), MATCH_FAULTS.length);
  return sql`WITH ${going}, fault AS MATERIALIZED (${list(refused, ' UNION ALL ')}) SELECT ${FAULTS_COLUMN}`;
}

/** Hooks read the matched rows as they are; a delete assigns no lookups. */
const matchedSources = ({ entity }: Pick<MatchPlan, 'entity'>): CheckSources => ({
  drafted: new Map(),
  key: raw('x."Id"'),
  entityOf: () => entity,
  lookupOf: noLookup,
  rowsOf: () => raw('m'),
  lockOf: noLookup,
});

const noLookup = (): never => {
  throw new Error('A delete has no lookups.');
};

/** Locks children of the parents in the order of their Ids, soft-deleted ones too if `all`. */
export const lockChildren = statement(
  'lockChildren',
  { parentIds: 'uuid[]' },
  (ctx, { parentIds }, relation: Relation, all: boolean): Answers<{ id: string }> => {
    const { childEntity, childField } = relation;
    const children = systemRows(ctx, childEntity, all ? 'stored' : 'live');
    return sql`
    SELECT c."Id" AS id
    FROM ${children} c
    WHERE c.${ident(childField)} = ANY(${parentIds})
    ORDER BY c."Id"
    FOR UPDATE OF c`;
  },
);

/** Children of a kind that are named in a message. */
const MAX_NAMED_CHILDREN = 5;

/** Parents that are to be deleted, and children that go with them. */
const PARENTS = { parentIds: 'uuid[]', goingIds: 'uuid[]' };

/** Children that would lose their parent. */
export interface ChildCount {
  readonly live: number;
  /** Number of soft-deleted ones. */
  readonly deleted: number;
  /** The first of both, where they are named. */
  readonly names: readonly string[];
}

/** Counts children that are not deleted with their parents: `live` and soft-`deleted` ones, and names the first of them if asked to. */
export const countChildren = readStatement(
  'countChildren',
  PARENTS,
  (ctx, { parentIds, goingIds }, relation: Relation, isNamed: boolean): Answers<ChildCount> => {
    const { childEntity, childField } = relation;
    const nameField = isNamed ? ctx.catalogue.entity(childEntity).displayField.name : undefined;
    const children = systemRows(ctx, childEntity, 'stored');
    const name = nameField === undefined ? raw('NULL::text') : sql`c.${ident(nameField)}::text`;
    return sql`
    SELECT count(*) FILTER (WHERE NOT c."IsDeleted")::int AS live,
      count(*) FILTER (WHERE c."IsDeleted")::int AS deleted,
      COALESCE((array_agg(${name} ORDER BY c."IsDeleted", ${name}) FILTER (WHERE ${name} IS NOT NULL))
        [1:${raw(String(MAX_NAMED_CHILDREN))}], '{}') AS names
    FROM ${children} c
    WHERE c.${ident(childField)} = ANY(${parentIds}) AND c."Id" <> ALL(${goingIds})`;
  },
);

/** Rows of one entity that the last statement deletes. */
export interface DeletedRows {
  readonly entity: Entity;
  readonly hard: boolean;
  readonly ids: Slot;
}

function deleteCtes(ctx: Definitions, { entity, hard, ids }: DeletedRows, i: number): readonly Sql[] {
  const target = targetSql(ctx, entity);
  const marked = sql`
    UPDATE ${target} t
    SET "IsDeleted" = true, "DeletedOn" = ${CALL.at}, "DeletedBy" = ${CALL.userId},
      ${updatedColumns(raw('t'))}
    WHERE t."Id" = ANY(${ids}) AND NOT t."IsDeleted"`;
  const removed = sql`DELETE FROM ${target} t WHERE t."Id" = ANY(${ids})`;
  const gone = raw(`g${i}`);
  return [
    sql`${gone} AS (${hard ? removed : marked} RETURNING ${columnsOf(entity, 't')})`,
    sql`${raw(`h${i}`)} AS (${wholeRows(entity, gone)})`,
  ];
}

/**
 * Sets a lookup to null where it refers to records that are about to be deleted, except of children that are deleted too,
 * with change rows. `all` includes soft-deleted children: the parents' rows are removed.
 */
export const clearLookups = statement(
  'clearLookups',
  PARENTS,
  (ctx, { parentIds, goingIds }, relation: Relation, all: boolean) => {
    const entity = ctx.catalogue.entity(relation.childEntity);
    const rows = relationSql({ ctx, rights: 'system' }, entity, all ? 'stored' : 'live');
    const field = entity.fields.get(relation.childField.toLowerCase())!;
    const name = ident(field.name);
    const ctes = [
      sql`
      m AS MATERIALIZED (
        SELECT ${columnsOf(entity, 't')}
        FROM ${rows} t
        WHERE t.${name} = ANY(${parentIds}) AND t."Id" <> ALL(${goingIds})
        ORDER BY t."Id"
        FOR NO KEY UPDATE OF t
      )`,
      sql`
      u AS (
        UPDATE ${targetSql(ctx, entity)} t
        SET ${name} = NULL, ${updatedColumns(raw('m'))}
        FROM m
        WHERE t."Id" = m."Id"
        RETURNING ${columnsOf(entity, 't')}
      )`,
      sql`d AS (${changedRows([field], raw('m'), raw('u'))})`,
      changeSql(ctx, 'Update', [{ entity, rows: raw('d') }]),
      ...versionSql(ctx, [entity], raw('EXISTS (SELECT 1 FROM u)')),
    ];
    return sql`WITH ${list(ctes)} SELECT count(*)::int AS cleared FROM u`;
  },
);

/** Place of a delete in its write. */
export interface DeleteStep {
  /** `part` where another step records the outcome. */
  readonly mode: 'store' | 'part';
  readonly source?: typeof PURGE;
}

/**
 * Deletes all records of a delete in one statement: foreign keys are checked at its end, so the order does not matter.
 * Writes change rows and, unless it is a part of another write, the operation's outcome. Answers `result` as
 * `[{"Id","RowVersion"}, …]`. CTEs, numbered by entity: `g` deleted rows, `h` their images for the change log. Those of
 * `clearLookups` are `m`, `u` and `d` of an update (`update-records.sql.ts`).
 */
export function compileDelete(
  ctx: Definitions,
  deleted: readonly DeletedRows[],
  { mode, source }: DeleteStep = { mode: 'store' },
): Sql {
  const { entity } = deleted[0];
  const gone = deleted.map((group, i) => ({ entity: group.entity, rows: raw(`h${i}`) }));
  const entities = deleted.map((group) => group.entity);
  const ctes = [
    ...deleted.flatMap((group, i) => deleteCtes(ctx, group, i)),
    changeSql(ctx, 'Delete', gone, source),
    ...versionSql(ctx, entities, raw('true')),
    ...(mode === 'store'
      ? [
          operationSql(
            ctx,
            { entity, operation: 'Delete' },
            { ids: listedIds(raw('h0')), when: raw('true'), extent: { entities } },
          ),
        ]
      : []),
  ];
  const result = listedResult(sql`SELECT h0."Id", h0."RowVersion" AS version FROM h0`);
  return sql`
    WITH ${list(ctes)}
    SELECT ${result} AS result, (SELECT count(*)::int FROM h0) AS matched`;
}
