import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { anyOf, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { changesOf, isSince, readRecord, stateInScope } from './readable-record.sql.js';

/** Version of a record. */
export interface WantedVersion {
  readonly entity: Entity;
  readonly recordId: Slot;
  readonly version: Slot;
}

/** Row of the answer of `compileVersion`. */
export interface VersionRow {
  /** Position in the log of the change that has left the record in this version; null where the caller may not see it. */
  readonly position: string | null;
}

/**
 * Answers the change that has left a record in a version, of a record that the caller may read: no row where there is
 * none. Versions that the log passes over, such as those of locks, are those of the change before.
 */
export function compileVersion(ctx: RequestContext, wanted: WantedVersion): Sql {
  const { entity, version } = wanted;
  const change = raw('c');
  const isNewest = sql`
    NOT EXISTS (
      SELECT FROM platform.change l
      WHERE ${changesOf(ctx, entity, raw('l'))} AND l.record_id = r.id AND l.position > c.position
    )`;
  const visible = anyOf([stateInScope(ctx, entity, change), isSince(change), isNewest]);
  return sql`
    WITH r AS MATERIALIZED (${readRecord(ctx, wanted)})
    SELECT CASE WHEN ${visible} THEN c.position::text END AS position
    FROM r
    LEFT JOIN LATERAL (
      SELECT c.*
      FROM platform.change c
      WHERE ${changesOf(ctx, entity, change)} AND c.record_id = r.id AND c.row_version <= ${version}
      ORDER BY c.position DESC
      LIMIT 1
    ) c ON ${version} <= r.version`;
}
