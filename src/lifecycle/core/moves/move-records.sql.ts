import { blockingProcesses, isBlockedSql, submittedSql } from './move-blocks.sql.js';
import { storedFields } from '#core/catalogue/entity.js';
import { isDerived, type Field } from '#core/catalogue/field.js';
import { updatedColumns } from '#core/changes/audit-columns.sql.js';
import { changesSql } from '#core/changes/change.sql.js';
import { changedRows, listedIds, wholeRows } from '#core/changes/changed-rows.sql.js';
import { operationSql } from '#core/changes/operation.sql.js';
import { versionSql } from '#core/changes/version.sql.js';
import { checkSelects } from '#core/checks/check.sql.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { targetSql } from '#core/relations/relation.js';
import { movesOwner } from '#records/core/drafts/update-draft.js';
import { draftJson, recordJson } from '#core/fields/record-json.js';
import { historyEntity } from '#records/core/inserts/first-status.sql.js';
import { BLOCKED_NUMBER, MATCH_FAULTS } from '#records/core/matching/match-plan.js';
import { matchedCte, matchFaultSelects } from '#records/core/matching/match.sql.js';
import { EMPTY, ident, list, raw, sql, type Sql } from '#core/sql/sql.js';
import { changeable, imageCte, lockCtes, lockOf, newOwnerCtes } from '#records/core/updates/row-images.sql.js';
import type { UpdatePlan } from '#records/core/updates/update-plan.js';
import { NEW_OWNERS } from '#records/core/updates/update-records.sql.js';
import { allMet, conditionsSql } from './transition-conditions.sql.js';
import { historyCte } from './move-history.sql.js';
import type { MovePlan } from './move-plan.js';

/** Name of the CTE that conditions are evaluated on: the matched rows themselves where the move sets no fields. */
const evaluatedRows = ({ update }: MovePlan): 'w' | 'm' => (update.sets.length > 0 ? 'w' : 'm');

const X = raw('x');

/** CTE `evaluated`: for each row the results of the conditions, and the number of the candidate that is taken, or null. */
function evaluatedCte(ctx: Definitions, plan: MovePlan): Sql {
  const { move, evaluated } = plan;
  const held = conditionsSql(ctx, move.entity, move.lifecycle, { evaluated, rows: evaluatedRows(plan) });
  const cases = evaluated.map((each, i) => sql`WHEN j.held[${number(i + 1)}] = ${allMet(each)} THEN ${number(i)}`);
  const taken = cases.length > 0 ? sql`CASE ${list(cases, ' ')} END` : raw('NULL::int');
  return sql`evaluated AS MATERIALIZED (SELECT j."Id", j.held, ${taken} AS taken FROM (${held}) j)`;
}

const number = (value: number): Sql => raw(String(value));

/** Columns of the evaluated rows, with the new status. */
const movedColumns = (plan: MovePlan): Sql =>
  list(
    storedFields(plan.move.entity).map(({ name }) =>
      name === 'StatusId' ? sql`${plan.statusId} AS "StatusId"` : sql`${raw(evaluatedRows(plan))}.${ident(name)}`,
    ),
  );

/** CTE `x`: rows that take a transition, as they will be. */
function movedCte(plan: MovePlan): Sql {
  const rows = raw(evaluatedRows(plan));
  return sql`
    x AS MATERIALIZED (
      SELECT ${movedColumns(plan)} FROM ${rows} JOIN evaluated j ON j."Id" = ${rows}."Id" WHERE j.taken IS NOT NULL
    )`;
}

function missing({ move }: MovePlan, name: string): Sql {
  const field = move.entity.fields.get(name.toLowerCase())!;
  const column = sql`x.${ident(field.name)}`;
  const isText = field.type === 'Text' || field.type === 'LongText';
  return isText ? sql`(${column} IS NULL OR ${column} = '')` : sql`${column} IS NULL`;
}

/** CTE `fault`: faults of the match, of the checks, of rows without a transition and of missing required fields. */
function faultCte(ctx: RequestContext, plan: MovePlan): Sql {
  const { update, move, required } = plan;
  const checked = checkSelects(
    ctx,
    update.checks,
    {
      drafted: new Map(),
      replacedOf: () => X,
      key: raw('x."Id"'),
      entityOf: () => move.entity,
      lookupOf: (_, lookup) => update.lookups[lookup],
      rowsOf: (group) => (group === 0 ? raw(evaluatedRows(plan)) : X),
      lockOf: (_, lookup) => lockOf(lookup),
    },
    MATCH_FAULTS.length,
  );
  const first = MATCH_FAULTS.length + update.checks.length;
  const selects = [
    ...matchFaultSelects(ctx, update.match),
    ...blockSelects(ctx, plan),
    ...checked,
    sql`SELECT ${number(first)}, j."Id" FROM evaluated j WHERE j.taken IS NULL`,
    ...required.map(
      ({ candidate, name }, i) => sql`
        SELECT ${number(first + 1 + i)}, x."Id"
        FROM x
        JOIN evaluated j ON j."Id" = x."Id"
        WHERE j.taken = ${number(candidate)} AND ${missing(plan, name)}`,
    ),
  ];
  return sql`fault AS MATERIALIZED (${list(selects, ' UNION ALL ')})`;
}

/** SELECTs of the records that wait for an approval and that the move does not submit. The approval engine moves them. */
function blockSelects(ctx: RequestContext, { move: { entity, source = '' }, submissions }: MovePlan): readonly Sql[] {
  if (source !== '' || blockingProcesses(entity).length === 0) return [];
  const submitted = submittedSql(ctx, entity, submissions, { before: 'm', after: { rows: X, alias: 'x' } });
  return [
    sql`
      SELECT ${raw(BLOCKED_NUMBER)}, m."Id"
      FROM m
      WHERE ${isBlockedSql(ctx, entity, raw('m'))} AND m."Id" NOT IN (${submitted})`,
  ];
}

/** Fields that a move can change. */
const fieldsOf = ({ update, move }: MovePlan): readonly Field[] => [
  ...changeable(update),
  move.entity.fields.get('statusid')!,
];

const ENVELOPE = ['Id', 'RecordInformationId', 'RowVersion', 'OwnerId', 'OwnerTeamId'];

/** CTEs `u` (moved rows; a row with a fault is left) and `d` (their values before and after for the change log). */
function storeCtes(ctx: Definitions, plan: MovePlan): readonly Sql[] {
  const { entity } = plan.move;
  const fields = fieldsOf(plan);
  const assignments = fields
    .filter((field) => !isDerived(field))
    .map(({ name }) => sql`${ident(name)} = x.${ident(name)}`);
  const returned = [...new Set([...ENVELOPE, ...fields.map(({ name }) => name)])];
  return [
    sql`
      u AS (
        UPDATE ${targetSql(ctx, entity)} t
        SET ${list([...assignments, updatedColumns(raw('m'))])}
        FROM m
        JOIN x ON x."Id" = m."Id"
        WHERE t."Id" = m."Id" AND m."Id" NOT IN (SELECT f.n FROM fault f WHERE f.n IS NOT NULL)
        RETURNING ${list(returned.map((name) => sql`t.${ident(name)}`))}
      )`,
    sql`d AS (${changedRows(fields, raw('m'), raw('u'))})`,
  ];
}

/** CTEs of the history, the change log, versions and the outcome. */
function logCtes(ctx: Definitions, plan: MovePlan): readonly Sql[] {
  const { entity, source } = plan.move;
  const history = historyEntity(ctx);
  const changed = [
    { entity, operation: 'Update', rows: raw('d') },
    { entity: history, operation: 'Create', rows: raw('hd') },
  ] as const;
  const isMoved = sql`EXISTS (SELECT 1 FROM u)`;
  const outcome = { ids: listedIds(raw('u')), when: isMoved, extent: { entities: [entity] } };
  return [
    historyCte(ctx, plan),
    sql`hd AS (${wholeRows(history, raw('h'))})`,
    changesSql(ctx, changed, source),
    ...versionSql(ctx, [entity], isMoved),
    ...(plan.update.mode === 'store' ? [operationSql(ctx, { entity, operation: 'Update' }, outcome)] : []),
  ];
}

/** Faults of all rows, as `[[number, Id], …]`: a move has at most 1,000 rows. */
const FAULTS = sql`
  (
    SELECT json_agg(json_build_array(f.failed, f.n) ORDER BY f.failed, f.n)::text
    FROM fault f
  ) AS faults`;

/**
 * `[[Id, record-information id, status before, candidate, results of conditions, history row], …]` of matched rows. The
 * results are those of rows that take no transition; of all where hooks in code evaluate too.
 */
function rowsColumn(mode: UpdatePlan['mode']): Sql {
  const [id, join] =
    mode === 'store' || mode === 'part'
      ? [raw('h."Id"'), raw(' LEFT JOIN h ON h."RecordId" = m."RecordInformationId"')]
      : [raw('NULL'), EMPTY];
  const results = raw('array_to_json(j.held)');
  const held = mode === 'image' ? results : sql`CASE WHEN j.taken IS NULL THEN ${results} END`;
  return sql`
    (
      SELECT json_agg(
        json_build_array(m."Id", m."RecordInformationId", m."StatusId", j.taken, ${held}, ${id}) ORDER BY m."Id"
      )::text
      FROM m
      JOIN evaluated j ON j."Id" = m."Id"${join}
    ) AS rows`;
}

/** Locks the rows and answers them in `images` as they are and as they would be, like `compileUpdate` does. */
function compileMoveImages(looks: readonly Sql[], plan: MovePlan): Sql {
  const { move } = plan;
  const before = sql`(SELECT string_agg(${recordJson(move.entity, raw('m'))}, ',' ORDER BY m."Id") FROM m)`;
  const after = sql`
    (
      SELECT string_agg(${draftJson(move.entity, raw('y'))}, ',' ORDER BY y."Id")
      FROM (SELECT ${movedColumns(plan)} FROM ${raw(evaluatedRows(plan))}) y
    )`;
  return sql`
    WITH ${list(looks)}
    SELECT ${FAULTS}, ${rowsColumn('image')}, NULL::text AS moved,
      '[[' || COALESCE(${before}, '') || '],[' || COALESCE(${after}, '') || ']]' AS images`;
}

/**
 * Locks the matched rows, evaluates the candidates for each, checks the rows as they would be and moves those without a
 * fault, with their change rows and history. Answers one row: `faults`, `rows`, `moved` as `compileUpdate`, and `images`.
 *
 * CTEs and aliases, beside those of `compileUpdate`:
 * - `w`: matched rows with the move's fields set and the status as it is: the image that conditions and assigned values
 *   are evaluated on; `m` where the move sets no fields
 * - `evaluated`: results of the conditions, and the candidate that is taken
 * - `x`: rows that take a transition, as they will be: the image that rules and hooks are evaluated on
 * - `h`: new rows of the status history; `hd`: their images for the change log
 */
export function compileMove(ctx: RequestContext, plan: MovePlan): Sql {
  const { update, move } = plan;
  const { match, mode } = update;
  const looks = [
    matchedCte(ctx, match),
    ...newOwnerCtes(ctx, update),
    ...(update.sets.length > 0 ? [imageCte(ctx, update, raw('w'))] : []),
    ...lockCtes(ctx, update, raw('w')),
    evaluatedCte(ctx, plan),
    movedCte(plan),
    faultCte(ctx, plan),
  ];
  if (mode === 'image') return compileMoveImages(looks, plan);
  const none = sql`NULL::text AS moved, NULL::text AS images`;
  if (mode === 'explain') return sql`WITH ${list(looks)} SELECT ${FAULTS}, ${rowsColumn(mode)}, ${none}`;
  const ctes = [...looks, ...storeCtes(ctx, plan), ...logCtes(ctx, plan)];
  const moved = movesOwner(move.draft) ? NEW_OWNERS : raw('NULL::text');
  return sql`WITH ${list(ctes)} SELECT ${FAULTS}, ${rowsColumn(mode)}, ${moved} AS moved, NULL::text AS images`;
}
