import type { Change, LoggedChange } from '#core/changes/change.js';
import type { ChangeOperation } from '#core/changes/change.sql.js';

/** Row of the log as the driver reads it; numbers beyond 32 bits are texts. */
export interface LoggedRow {
  readonly xid: string;
  readonly position: string | null;
  readonly environment_id: string;
  readonly entity: string;
  readonly operation: ChangeOperation;
  readonly record_id: string;
  readonly record_information_id: string;
  readonly row_version: string;
  readonly changed: string | null;
  readonly owner_before: string | null;
  readonly owner_after: string | null;
  readonly team_before: string | null;
  readonly team_after: string | null;
  readonly user_id: string;
  readonly correlation_id: string;
  readonly source: string | null;
  readonly occurred_at: string;
}

/** Converts a row. */
export function changeOf(row: LoggedRow): LoggedChange {
  const { operation } = row;
  const change: Change = {
    environmentId: row.environment_id,
    entityName: row.entity,
    operation,
    recordId: row.record_id,
    recordInformationId: row.record_information_id,
    rowVersion: row.row_version,
    // The driver's reader of arrays takes 7 µs; names hold no commas.
    changedFields: row.changed?.split(',') ?? [],
    ...(operation !== 'Create' && { before: { ownerId: row.owner_before, teamId: row.team_before } }),
    ...(operation !== 'Delete' && { after: { ownerId: row.owner_after, teamId: row.team_after } }),
    userId: row.user_id,
    correlationId: row.correlation_id,
    source: row.source,
    occurredAt: row.occurred_at,
  };
  return { ...change, xid: BigInt(row.xid), position: BigInt(row.position!) };
}
