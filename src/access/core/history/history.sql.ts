import { valueTypeOf } from '#core/fields/value-types.js';
import { jsonObject, type JsonMember } from '#core/fields/record-json.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { auditUser } from '#core/changes/audit-indexes.sql.js';
import { listedChanges, LISTED_SOURCE } from '#core/relations/audit-log.js';
import { changeInScope, readInLog } from '#core/relations/read-in-log.js';
import { liveRowsOf, systemRows } from '#core/relations/relation.js';
import { totalWithin, MAX_ANSWER_MB } from '#core/sql/answer-limits.sql.js';
import { anyOf, EMPTY, list, literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { STARTED } from './entry-kinds.js';
import { changesOf, isSince, readRecord, stateInScope } from './readable-record.sql.js';

/** A page of the history of a record. */
export interface HistoryPage {
  readonly entity: Entity;
  readonly recordId: Slot;
  /** Position in the log before which the entries are. */
  readonly before: Slot;
  /** Entries to read: one more than the page has. */
  readonly limit: Slot;
  /** Number of entries of the page. */
  readonly size: Slot;
}

/** Row of the answer of `compileHistory`. */
export interface HistoryRow {
  /** False where the caller may not read the record. */
  readonly found: boolean;
  /** Entries as the text of a JSON array. */
  readonly entries: string;
  /** Position of the last entry; null for an empty page. */
  readonly last: string | null;
  readonly more: boolean;
}

/**
 * Answers a page of the entries of a record, newest first: its changes, and the starts and decisions of its approvals.
 * All are rows of the change log, so that one position orders them.
 *
 * CTEs and aliases: `r` the record, `c` change rows, `page` the entries and one more, `p` an entry.
 */
export function compileHistory(ctx: RequestContext, page: HistoryPage): Sql {
  const named = (name: string): Sql => systemRows(ctx, name, 'named');
  return sql`
    WITH r AS MATERIALIZED (${readRecord(ctx, page)}),
    page AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY x.position DESC) AS n, x.*
      FROM (${list([changes(ctx, page), starts(ctx, page), decisions(ctx, page)], ' UNION ALL ')}) x
      ORDER BY x.position DESC
      LIMIT ${page.limit}
    )
    SELECT EXISTS (SELECT FROM r) AS found, '[' || COALESCE(string_agg(e.json, ',' ORDER BY e.n), '') || ']' AS entries,
      min(e.position)::text AS last, (SELECT count(*) FROM page) > ${page.size} AS more,
      ${totalWithin(MAX_ANSWER_MB, raw('e.json'))} AS size
    FROM (
      SELECT c.n, c.position, ${entryJson(ctx)} AS json
      FROM page c
      LEFT JOIN ${named('User')} u ON u."Id" = ${auditUser(raw('c.user_id'))}
      LEFT JOIN ${named('Status')} f ON f."Id" = c.from_status
      LEFT JOIN ${named('Status')} s ON s."Id" = c.to_status
      WHERE c.n <= ${page.size}
    ) e`;
}

const isMove = raw(`c.operation = 'Update' AND c.new ->> 'StatusId' IS NOT NULL`);
const statusIn = (image: 'old' | 'new'): Sql => raw(`CASE WHEN m.is_move THEN (c.${image} ->> 'StatusId')::uuid END`);

/** Changes of the record itself; a change of its status is a move. */
function changes(ctx: RequestContext, { entity, before, limit }: HistoryPage): Sql {
  const visible = anyOf([
    readInLog(ctx, entity, { covers: changeInScope, id: raw('c.record_id'), liveRows: liveRowsOf(ctx) }),
    isSince(raw('c')),
  ]);
  const comment = sql`
    SELECT h."Comment"
    FROM ${systemRows(ctx, 'StatusHistory')} h
    WHERE h."RecordId" = c.record_information_id AND h."CorrelationId" = c.correlation_id
      AND h."ToStatusId" = (c.new ->> 'StatusId')::uuid
    ORDER BY h."Id"
    LIMIT 1`;
  return sql`
    (
      SELECT c.*, CASE WHEN m.is_move THEN 'Move' ELSE 'Change' END AS kind, c.row_version AS version,
        ${statusIn('old')} AS from_status, ${statusIn('new')} AS to_status,
        CASE WHEN m.is_move THEN (${comment}) END AS comment, NULL::text AS decision
      FROM r
      CROSS JOIN LATERAL (
        SELECT c.*
        FROM platform.change c
        WHERE ${changesOf(ctx, entity, raw('c'))} AND c.record_id = r.id AND c.position < ${before} AND ${visible}
        ORDER BY c.position DESC
        LIMIT ${limit}
      ) c
      CROSS JOIN LATERAL (SELECT (${isMove}) IS TRUE AS is_move) m
    )`;
}

/** Starts of approvals. */
const starts = (ctx: RequestContext, page: HistoryPage): Sql =>
  approvals(ctx, page, {
    name: 'ApprovalRequest',
    rows: EMPTY,
    alias: raw('q'),
    decision: literal(STARTED),
  });

/** Decisions on them. */
const decisions = (ctx: RequestContext, page: HistoryPage): Sql =>
  approvals(ctx, page, {
    name: 'ApprovalDecision',
    rows: sql`JOIN ${systemRows(ctx, 'ApprovalDecision')} d ON d."ApprovalRequestId" = q."Id"`,
    alias: raw('d'),
    decision: raw('d."Decision"::text'),
  });

interface ApprovalRecords {
  readonly name: string;
  readonly rows: Sql;
  readonly alias: Sql;
  readonly decision: Sql;
}

/** Records about approvals of the record, each with the version of the record then, which must have been in scope. */
function approvals(
  ctx: RequestContext,
  { entity, before }: HistoryPage,
  { name, rows, alias, decision }: ApprovalRecords,
): Sql {
  const about = ctx.catalogue.entity(name);
  return sql`
    (
      SELECT c.*, 'Approval', v.row_version, NULL::uuid, NULL::uuid, ${alias}."Comment", ${decision}
      FROM r
      JOIN ${systemRows(ctx, 'ApprovalRequest')} q ON q."RecordId" = r.information_id
      ${rows}
      JOIN platform.change c ON ${changesOf(ctx, about, raw('c'))} AND c.record_id = ${alias}."Id" AND c.operation = 'Create'
      LEFT JOIN LATERAL (
        SELECT v.*
        FROM platform.change v
        WHERE ${changesOf(ctx, entity, raw('v'))} AND v.record_id = r.id AND v.position < c.position
        ORDER BY v.position DESC
        LIMIT 1
      ) v ON true
      WHERE c.position < ${before} AND ${anyOf([stateInScope(ctx, entity, raw('v')), isSince(raw('c'))])}
    )`;
}

const text = (key: string, value: Sql): JsonMember => ({ key, json: sql`to_json(${value})::text`, nullable: true });

function entryJson(ctx: RequestContext): Sql {
  const { fields } = ctx.catalogue.entity('AuditEntry');
  const changedOn = fields.get('changedon')!;
  return jsonObject([
    text('Kind', raw('c.kind')),
    text('Operation', raw(`CASE WHEN c.kind <> 'Approval' THEN c.operation END`)),
    { key: 'ChangedOn', json: valueTypeOf(changedOn).toJson(raw('c.occurred_at'), changedOn), nullable: false },
    text('UserId', auditUser(raw('c.user_id'))),
    text('UserName', raw('u."UserName"')),
    text('DisplayName', raw('u."DisplayName"')),
    text('Source', LISTED_SOURCE),
    text('CorrelationId', raw('c.correlation_id')),
    text('RowVersion', raw('c.version')),
    {
      key: 'Changes',
      json: sql`CASE WHEN c.kind <> 'Approval' THEN (${listedChanges(ctx)})::text END`,
      nullable: true,
    },
    text('FromStatus', raw('f."Name"')),
    text('ToStatus', raw('s."Name"')),
    text('Comment', raw('c.comment')),
    text('Decision', raw('c.decision')),
  ]);
}
