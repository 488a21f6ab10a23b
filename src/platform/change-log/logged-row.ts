import type { Change, LoggedChange } from '#core/changes/change.js';
import { readSource } from '#core/context/call-source.js';
import type { ChangeOperation } from '#core/changes/change.sql.js';
import type { ChangeRow } from '#platform/database/tables/changes.entity.js';
import type { RowOf } from '#platform/database/tables/row-of.js';

/** Row of the log as the driver reads it; numbers beyond 32 bits are texts. */
export interface LoggedRow extends Omit<RowOf<ChangeRow>, 'old' | 'new' | 'shape' | 'created'> {
  readonly operation: ChangeOperation;
  /** Names of the changed fields, separated by commas. */
  readonly changed: string | null;
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
    ...readSource(row.source),
    occurredAt: row.occurred_at,
  };
  return { ...change, xid: BigInt(row.xid), position: BigInt(row.position) };
}
