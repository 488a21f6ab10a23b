import { scopeOf } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { limitedFields } from './protected-columns.sql.js';
import { anyOf, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';

/** Renders the live rows of an entity that the caller may read, as a table expression without alias. */
type ReadableRows = (entity: Entity) => Sql;

/** Actions whose outputs hold values of records, as they could be read when the step was performed. */
const RECORD_OUTPUTS = ['RunQuery', 'InsertRecord', 'ChangeStatus', 'ExecuteDatabaseObject', 'RunWorkflow'];

const isRecordOutput = (type: Sql): Sql => sql`${type} IN (${list(RECORD_OUTPUTS.map(literal))})`;

/**
 * Columns of runs and steps as callers other than Administrators may see them, by field, of a row `row`; none for other
 * entities. What a run keeps of records is shown by the caller's rights of now: its record while the caller may read it,
 * outputs of records not at all. What a run that the caller may not read has caused does not name that run.
 */
export function shownColumns(
  ctx: RequestContext,
  { name }: Entity,
  row: Sql,
  rows: ReadableRows,
): Readonly<Record<string, Sql>> {
  if (ctx.principal.isAdministrator) return {};
  if (name === 'WorkflowStep') return { Output: unless(isRecordOutput(sql`${row}."Type"`), sql`${row}."Output"`) };
  if (name !== 'WorkflowRun') return {};
  const isHidden = isCausedByOthers(row, rows(ctx.catalogue.entity('WorkflowRun')));
  return {
    Input: sql`
      CASE WHEN ${row}."RecordId" IS NULL OR ${isRecordReadable(ctx, row, rows)} THEN ${seenInput(ctx, row)}
      ELSE ${row}."Input" - 'Record' - 'Old' END`,
    Output: unless(endsWithRecords(row, rows(ctx.catalogue.entity('WorkflowStep'))), sql`${row}."Output"`),
    Chain: unless(isHidden, sql`${row}."Chain"`),
    CausedBy: unless(isHidden, sql`${row}."CausedBy"`),
  };
}

/** `Input` of a run without the protected fields of its record of which the caller does not see all values. */
function seenInput(ctx: RequestContext, row: Sql): Sql {
  const cases = [...ctx.catalogue.entities.values()].flatMap((entity): readonly Sql[] => {
    const paths = limitedFields(ctx, entity).flatMap(({ name }) => [`{Record,${name}}`, `{Old,${name}}`]);
    if (paths.length === 0) return [];
    const removed = list(
      paths.map((path) => sql` #- ${literal(path)}`),
      '',
    );
    return [sql`WHEN ${literal(entity.name)} THEN ${row}."Input"${removed}`];
  });
  if (cases.length === 0) return sql`${row}."Input"`;
  return sql`CASE ${row}."EntityName" ${list(cases, ' ')} ELSE ${row}."Input" END`;
}

const unless = (condition: Sql, value: Sql): Sql => sql`CASE WHEN ${condition} THEN NULL ELSE ${value} END`;

/** True where the caller may read the record of a run. Records of entities that start no runs any more are left out. */
function isRecordReadable(ctx: RequestContext, row: Sql, rows: ReadableRows): Sql {
  const triggered = new Set(
    [...ctx.catalogue.automation.triggers.values()].map((each) => each.entityName.toLowerCase()),
  );
  const startsRuns = ({ name, lifecycle, approvalProcesses }: Entity): boolean =>
    triggered.has(name.toLowerCase()) || lifecycle !== undefined || approvalProcesses.length > 0;
  const entities = [...ctx.catalogue.entities.values()].filter(
    (entity) => startsRuns(entity) && scopeOf(ctx, entity, 'read') !== 'None',
  );
  return anyOf(
    entities.map(
      (entity) => sql`
        (${row}."EntityName" = ${literal(entity.name)} AND EXISTS (
          SELECT FROM ${rows(entity)} v WHERE v."RecordInformationId" = ${row}."RecordId"
        ))`,
    ),
  );
}

/** True where the output of a run is that of an action which gives records. An output that no step has is hidden, too. */
const endsWithRecords = (row: Sql, steps: Sql): Sql => sql`
  COALESCE((
    SELECT ${isRecordOutput(raw('s."Type"'))}
    FROM ${steps} s
    WHERE s."RunId" = ${row}."Id" AND s."State" = 'Completed' AND s."Iteration" IS NULL AND s."Type" <> 'Condition'
    ORDER BY s."EndedOn" DESC
    LIMIT 1
  ), true)`;

/** True where one of the runs that led to a run is none that the caller may read, or is not kept any more. */
const isCausedByOthers = (row: Sql, runs: Sql): Sql => sql`
  EXISTS (
    WITH RECURSIVE cause(id) AS (
      SELECT ${row}."CausedBy" WHERE ${row}."CausedBy" IS NOT NULL
      UNION
      SELECT p."CausedBy" FROM cause c JOIN ${runs} p ON p."Id" = c.id WHERE p."CausedBy" IS NOT NULL
    )
    SELECT FROM cause c WHERE NOT EXISTS (SELECT FROM ${runs} p WHERE p."Id" = c.id)
  )`;
