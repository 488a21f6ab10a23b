import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { CALL } from '#core/statements/args.js';
import { anyOf, ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { approvalParents, isLockable } from './approval-parents.js';

/** Renders the live rows of an entity as a table expression without alias. */
type RowsOf = (entity: Entity) => Sql;

/**
 * Renders the conditions under which an assignee of an open approval task may read the row `row` beyond the read scope:
 * the record itself, its parts at every level of OnDelete Cascade, and the request. None for other entities, whose
 * statements stay as they are.
 *
 * The ids come from an array of a sub-query: PostgreSQL executes it once and looks the ids up in an index, beside those
 * of the scope. A condition with a sub-query after OR would read the whole table.
 */
export function assignedSql(ctx: Definitions, entity: Entity, row: Sql, rowsOf: RowsOf): readonly Sql[] {
  const { catalogue } = ctx;
  if (entity.name === 'ApprovalRequest') {
    const hasProcesses = [...catalogue.entities.values()].some(isLockable);
    return hasProcesses ? [sql`${row}."Id" = ANY(ARRAY(${openTasks(ctx, rowsOf, 'RequestId')}))`] : [];
  }
  if (isLoop(ctx, entity)) return [sql`${row}."Id" = ANY(ARRAY(${partsOfLoop(ctx, entity, rowsOf)}))`];
  return conditionsOf(ctx, entity, row, rowsOf);
}

/** Tells whether relations lead from an entity back to itself or one of its parents, as in a tree of records. */
function isLoop(ctx: Definitions, entity: Entity, path: readonly Entity[] = []): boolean {
  const parents = parentsOf(ctx, entity);
  return path.includes(entity) || parents.some(({ parent }) => isLoop(ctx, parent, [...path, entity]));
}

const parentsOf = ({ catalogue }: Definitions, entity: Entity) =>
  approvalParents(catalogue, entity).map(({ parentEntity, childField }) => {
    return { parent: catalogue.entity(parentEntity), lookup: ident(childField) };
  });

/**
 * Column `name` of the caller's open tasks. The sub-query around the caller's id keeps PostgreSQL from estimating the
 * number of tasks by its value: a plan for every caller would seem better than one for all, and be made each time.
 */
function openTasks({ catalogue }: Definitions, rowsOf: RowsOf, name: string): Sql {
  const tasks = rowsOf(catalogue.entity('ApprovalTask'));
  return sql`
    SELECT k.${ident(name)}
    FROM ${tasks} k
    WHERE k."AssigneeId" = (SELECT ${CALL.userId}) AND k."State" = 'Open'`;
}

/** True for a row `row` of the entity for which the caller has an open task. */
const isAssigned = (ctx: Definitions, { name }: Entity, row: Sql, rowsOf: RowsOf): Sql =>
  sql`
    ${row}."RecordInformationId" = ANY(
      ARRAY(${openTasks(ctx, rowsOf, 'RecordId')} AND k."EntityName" = ${literal(name)})
    )`;

/** One condition for the entity's own records, and one for each relation to a parent. */
function conditionsOf(ctx: Definitions, entity: Entity, row: Sql, rowsOf: RowsOf): readonly Sql[] {
  const own = isLockable(entity) ? [isAssigned(ctx, entity, row, rowsOf)] : [];
  const ofParents = parentsOf(ctx, entity).map(({ parent, lookup }) => {
    const conditions = anyOf(conditionsOf(ctx, parent, raw('p'), rowsOf));
    return sql`${row}.${lookup} = ANY(ARRAY(SELECT p."Id" FROM ${rowsOf(parent)} p WHERE ${conditions}))`;
  });
  return [...own, ...ofParents];
}

/** Ids of the entity's records that are assigned, or parts of assigned records, where relations form a loop. */
function partsOfLoop(ctx: Definitions, entity: Entity, rowsOf: RowsOf): Sql {
  const family = new Set([entity]);
  for (const child of family) for (const { parent } of parentsOf(ctx, child)) family.add(parent);
  const assigned = [...family].filter(isLockable).map((each) => {
    const condition = isAssigned(ctx, each, raw('p'), rowsOf);
    return sql`SELECT ${literal(each.name)}, p."Id" FROM ${rowsOf(each)} p WHERE ${condition}`;
  });
  const parts = [...family].flatMap((child) =>
    parentsOf(ctx, child).map(
      ({ parent, lookup }) => sql`
        SELECT ${literal(child.name)}, p."Id"
        FROM ${rowsOf(child)} p
        WHERE b.entity = ${literal(parent.name)} AND p.${lookup} = b.id`,
    ),
  );
  return sql`
    WITH RECURSIVE b(entity, id) AS (
      (${list(assigned, ' UNION ALL ')})
      UNION
      SELECT c.entity, c.id FROM b CROSS JOIN LATERAL (${list(parts, ' UNION ALL ')}) c(entity, id)
    )
    SELECT b.id FROM b WHERE b.entity = ${literal(entity.name)}`;
}
