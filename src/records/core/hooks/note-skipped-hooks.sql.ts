import { literal, sql } from '#core/sql/sql.js';
import { statement } from '#core/statements/statement.js';

/** Hooks over HTTP that could not be asked about records of an entity. */
export interface SkippedHooks {
  readonly entity: string;
  readonly names: readonly string[];
}

/** UPDATEs the changes of this transaction: those of an entity name the hooks that were skipped for it. */
export const NOTE_SKIPPED_HOOKS = statement(
  'noteSkippedHooks',
  { skipped: 'json' },
  ({ catalogue }, { skipped }) => sql`
    UPDATE platform.change k
    SET hooks_skipped = s.names
    FROM json_to_recordset(${skipped}) AS s(entity text, names json)
    WHERE k.xid = pg_current_xact_id()
      AND k.occurred_at >= now() - interval '1 day'
      AND k.environment_id = ${literal(catalogue.environment.id)}::uuid
      AND k.entity = s.entity`,
);
