import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { relationSql, systemRows } from '#core/relations/relation.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { fieldMember, jsonObject, type JsonMember } from '#core/fields/record-json.js';
import { Args, CALL } from '#core/statements/args.js';
import { allOf, ident, list, literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { approvedEntities } from './manual-starts.sql.js';

/** Tasks that an inbox shows. */
export interface InboxQuery {
  /** Absent: records of all entities. */
  readonly entity?: Entity;
  /** The open tasks of nobody active, in place of the caller's own. */
  readonly unassigned: boolean;
  /** From 1. */
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** An inbox query with its values. */
export interface InboxPlan {
  readonly key: string;
  readonly args: Args;
  readonly entity?: Entity;
  readonly unassigned: boolean;
  readonly limit: Slot;
  readonly offset: Slot;
}

/** Plans a page of an inbox. */
export function planInbox(ctx: RequestContext, { entity, unassigned, pageNumber, pageSize }: InboxQuery): InboxPlan {
  const args = new Args(ctx);
  return {
    key: `inbox:${entity?.name ?? ''}:${unassigned ? 'unassigned' : 'own'}`,
    args,
    ...(entity && { entity }),
    unassigned,
    limit: args.add(pageSize, 'bigint'),
    offset: args.add((pageNumber - 1) * pageSize, 'bigint'),
  };
}

/** Most characters of a record's text, and of a comment. */
const MAX_TEXT = 1_000;

/** Earliest due first. */
const ORDER = raw('p."DueOn" ASC NULLS LAST, p."RequestedOn", p."Id"');

/**
 * Answers a page of open tasks as the JSON text `result`, and the `total` number of them.
 *
 * CTEs and aliases: `p` open tasks with their requests `r`, `page` one page of them, `e` their records, `c` processes, `w`
 * requesters.
 */
export function compileInbox(ctx: Definitions, plan: InboxPlan): Sql {
  const reader = { ctx, rights: 'system' } as const;
  const stored = (name: string): Sql => relationSql(reader, ctx.catalogue.entity(name), 'stored');
  return sql`
    WITH p AS (
      SELECT t."Id", t."RequestId", t."EntityName", t."RecordId", t."Step", t."StepName", t."DueOn",
        t."DelegatedBy", t."EscalatedOn" IS NOT NULL AS "IsEscalated", r."Comment",
        r."ProcessId", r."RequestedBy", r."RequestedOn"
      FROM ${systemRows(ctx, 'ApprovalTask')} t
      JOIN ${systemRows(ctx, 'ApprovalRequest')} r ON r."Id" = t."RequestId"
      WHERE ${conditions(ctx, plan)}
    ),
    page AS MATERIALIZED (SELECT * FROM p ORDER BY ${ORDER} LIMIT ${plan.limit} OFFSET ${plan.offset})
    SELECT (SELECT count(*)::int FROM p) AS total,
      (
        SELECT '[' || COALESCE(string_agg(${taskJson(ctx)}, ',' ORDER BY ${ORDER}), '') || ']'
        FROM page p
        LEFT JOIN LATERAL (${recordsSql(ctx, plan)}) e ON true
        LEFT JOIN ${stored('ApprovalProcess')} c ON c."Id" = p."ProcessId"
        LEFT JOIN ${stored('User')} w ON w."Id" = p."RequestedBy"
      ) AS result`;
}

function conditions(ctx: Definitions, { entity, unassigned }: InboxPlan): Sql {
  const active = sql`
    EXISTS (SELECT FROM ${systemRows(ctx, 'User')} u WHERE u."Id" = t."AssigneeId" AND u."IsActive")`;
  return allOf([
    raw(`t."State" = 'Open'`),
    unassigned ? sql`NOT ${active}` : sql`t."AssigneeId" = ${CALL.userId}`,
    ...(entity ? [sql`t."EntityName" = ${literal(entity.name)}`] : []),
  ]);
}

/** The record of the task `p`: its `id` and `text`. */
function recordsSql(ctx: Definitions, { entity }: InboxPlan): Sql {
  const entities = approvedEntities(ctx).filter((each) => !entity || each === entity);
  const selects = entities.map(
    ({ name, displayField }) => sql`
      SELECT m."Id" AS id, left(m.${ident(displayField.name)}::text, ${raw(String(MAX_TEXT))}) AS text
      FROM ${systemRows(ctx, name)} m
      WHERE p."EntityName" = ${literal(name)} AND m."RecordInformationId" = p."RecordId"`,
  );
  const none = raw('SELECT NULL::uuid AS id, NULL::text AS text WHERE false');
  return list(selects.length > 0 ? selects : [none], ' UNION ALL ');
}

const json = (key: string, column: Sql): JsonMember => ({ key, json: sql`to_json(${column})::text`, nullable: true });

function taskJson({ catalogue }: Definitions): Sql {
  const tasks = catalogue.entity('ApprovalTask').fields;
  const requests = catalogue.entity('ApprovalRequest').fields;
  const p = raw('p');
  const uuid = valueTypeOf(tasks.get('id')!);
  const id = (key: string, column: Sql): JsonMember => ({
    key,
    json: uuid.toJson(column, tasks.get('id')!),
    nullable: true,
  });
  return jsonObject([
    id('TaskId', raw('p."Id"')),
    id('RequestId', raw('p."RequestId"')),
    json('ProcessName', raw('c."Name"')),
    json('EntityName', raw('p."EntityName"')),
    id('RecordId', raw('e.id')),
    id('RecordInformationId', raw('p."RecordId"')),
    json('Text', raw('e.text')),
    fieldMember(tasks.get('step')!, p),
    json('StepName', raw('p."StepName"')),
    id('RequestedBy', raw('p."RequestedBy"')),
    json('RequestedByName', raw('w."DisplayName"')),
    fieldMember(requests.get('requestedon')!, p),
    fieldMember(tasks.get('dueon')!, p),
    json('Comment', sql`left(p."Comment", ${raw(String(MAX_TEXT))})`),
    id('DelegatedBy', raw('p."DelegatedBy"')),
    json('IsEscalated', raw('p."IsEscalated"')),
  ]);
}
