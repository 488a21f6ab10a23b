import { Injectable } from '@nestjs/common';
import type { Change, Interest, LoggedChange } from '../../core/changes/change.js';
import type { ChangeOperation } from '../../core/changes/change.sql.js';
import type { LogState, Seen } from '../../core/changes/seen.js';
import { Config } from '../config/config.js';
import { LogDatabase } from '../database/log-database.js';

/** Changes that one read returns at most. */
export const MAX_CHANGES = 1_000;
const DAY_MS = 86_400_000;

/** The log at one moment. */
export interface LogHead extends LogState {
  /** Identity of the log: another one after a restore and when another server took over. */
  readonly log: string;
}

/** What came after `from`, as seen in `to` or, without it, now. */
export interface Stretch {
  readonly from: Seen;
  readonly to?: Seen;
  /** Position after which to begin. */
  readonly after?: bigint;
}

interface HeadRow {
  readonly log: string;
  readonly at: string;
  readonly snapshot: string;
  readonly last: string | null;
}

interface ChangeRow {
  readonly xid: string;
  readonly position: string | null;
  readonly environment_id: string;
  readonly entity: string;
  readonly operation: ChangeOperation;
  readonly record_id: string;
  readonly record_information_id: string;
  readonly row_version: string;
  readonly changed: readonly string[];
  readonly owner_before: string | null;
  readonly owner_after: string | null;
  readonly team_before: string | null;
  readonly team_after: string | null;
  readonly user_id: string;
  readonly correlation_id: string;
  readonly source: string | null;
  readonly occurred_at: string;
}

const COLUMNS = `c.xid, c.position, c.environment_id, c.entity, c.operation, c.record_id, c.record_information_id,
  c.row_version, ARRAY(SELECT json_object_keys(c.new)) AS changed, c.owner_before, c.owner_after, c.team_before,
  c.team_after, c.user_id, c.correlation_id, c.source, to_json(c.occurred_at AT TIME ZONE 'UTC') #>> '{}' || 'Z' AS occurred_at`;

/** A restored copy has another system identifier, a server that took over another timeline (the start of a WAL file's name). */
const LOG_IDENTITY = `(
  SELECT left(md5(l.id::text || s.system_identifier || left(pg_walfile_name(pg_current_wal_lsn()), 8)), 16)
  FROM platform.log l, pg_control_system() s)`;

/** Statements that read the log. They name the first day they look at, so that older partitions are not even planned. */
@Injectable()
export class ChangeLogRepository {
  constructor(
    private readonly database: LogDatabase,
    private readonly config: Config,
  ) {}

  async head(): Promise<LogHead> {
    const text = `SELECT ${headSql(this.#firstDay())}`;
    const [row] = await this.database.read<HeadRow>({ name: '', text, values: [] });
    return headOf(row);
  }

  /** The first `MAX_CHANGES` changes of a stretch, in their order, and the log at the moment of reading. */
  async read(
    { from, to, after }: Stretch,
    interests: readonly Interest[],
  ): Promise<{ readonly head: LogHead; readonly changes: readonly LoggedChange[] }> {
    const day = this.#firstDay();
    const rows = await this.database.read<HeadRow & ChangeRow>({
      name: `log ${to === undefined ? 'news' : 'stretch'} ${day}`,
      text: readSql(day, to !== undefined),
      values: [
        from.below,
        from.except,
        interests.flatMap((interest) => (interest.environmentId === undefined ? [...interest.entityNames] : [])),
        interests.flatMap(({ environmentId }) => environmentId ?? []),
        ...(to === undefined ? [] : [to.below, to.except, after ?? 0n]),
      ],
    });
    const changes = rows.filter(({ position }) => position !== null).map(changeOf);
    return { head: headOf(rows[0]), changes };
  }

  /** Closes the connections. */
  close(): Promise<void> {
    return this.database.end();
  }

  /** Changes carry the time of their request, which is before that of their commit: a day is more than it can take. */
  #firstDay(): string {
    const firstMs = Date.now() - (this.config.changes.retentionDays + 1) * DAY_MS;
    return new Date(firstMs).toISOString().slice(0, 10);
  }
}

const headSql = (day: string): string => `
  ${LOG_IDENTITY} AS log, extract(epoch FROM clock_timestamp())::bigint AS at, pg_current_snapshot()::text AS snapshot,
  (SELECT xid FROM platform.change WHERE occurred_at >= '${day}' ORDER BY xid DESC LIMIT 1) AS last`;

/** One row per change beside the head; without changes the head alone. */
function readSql(day: string, isBounded: boolean): string {
  const bounds = isBounded ? 'AND xid < $5::xid8 AND xid <> ALL ($6::xid8[]) AND position > $7::bigint' : '';
  return `
    SELECT h.*, ${COLUMNS}
    FROM (SELECT ${headSql(day)}) h LEFT JOIN (
      SELECT * FROM platform.change
      WHERE occurred_at >= '${day}' AND (xid >= $1::xid8 OR xid = ANY ($2::xid8[])) ${bounds}
        AND (entity = ANY ($3::text[]) OR environment_id = ANY ($4::uuid[]))
      ORDER BY position LIMIT ${MAX_CHANGES}) c ON true
    ORDER BY c.position`;
}

const headOf = ({ log, at, snapshot, last }: HeadRow): LogHead => ({ log, at: Number(at), snapshot, last });

function changeOf(row: ChangeRow): LoggedChange {
  const { operation } = row;
  const change: Change = {
    environmentId: row.environment_id,
    entityName: row.entity,
    operation,
    recordId: row.record_id,
    recordInformationId: row.record_information_id,
    rowVersion: row.row_version,
    changedFields: row.changed,
    ...(operation !== 'Create' && { before: { ownerId: row.owner_before, teamId: row.team_before } }),
    ...(operation !== 'Delete' && { after: { ownerId: row.owner_after, teamId: row.team_after } }),
    userId: row.user_id,
    correlationId: row.correlation_id,
    source: row.source,
    occurredAt: row.occurred_at,
  };
  return { ...change, xid: BigInt(row.xid), position: BigInt(row.position!) };
}
