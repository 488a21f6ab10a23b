import { KEY_MARK, REQUEST } from '#core/context/call-source.js';
import { literal, sql, type Sql } from '#core/sql/sql.js';

/**
 * UPDATEs the changes of this transaction that do not name a key yet, because their source is a constant: those of rollups,
 * approvals, purges and routines. What they start has the limits of the key, too.
 * @param keyId of the key of the caller
 */
export const nameKey = (keyId: Sql): Sql => sql`
  UPDATE platform.change k
  SET source = COALESCE(k.source, ${literal(REQUEST)}) || ${literal(KEY_MARK)} || ${keyId}
  WHERE k.xid = pg_current_xact_id()
    AND k.occurred_at >= now() - interval '1 day'
    AND strpos(COALESCE(k.source, ''), ${literal(KEY_MARK)}) = 0`;
