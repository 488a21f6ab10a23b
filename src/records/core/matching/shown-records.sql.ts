import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { readableSql, relationSql } from '#core/relations/relation.js';
import { seenRecordJson } from '#core/relations/protected-columns.sql.js';
import { recordIdentityJson } from '#core/fields/record-json.js';
import { MAX_ANSWER_MB, totalWithin } from '#core/sql/answer-limits.sql.js';
import { raw, sql, type Slot, type Sql } from '#core/sql/sql.js';

const ROW = raw('s');

/**
 * Answers live records by their Ids, in this order, as the column `result`: a JSON array of whole records, or of their
 * identities where the caller may not read them (docs/interface/records.md#results-of-writes). It fails above the limit
 * of an answer.
 * @param ids as `uuid[]`
 */
export function compileShown(ctx: RequestContext, entity: Entity, ids: Slot): Sql {
  const rows = relationSql({ ctx, rights: 'system' }, entity);
  const shown = sql`
    CASE WHEN ${readableSql(ctx, entity, ROW)} THEN ${seenRecordJson(ctx, entity, ROW)} ELSE ${recordIdentityJson(entity, ROW)} END`;
  return sql`
    SELECT '[' || COALESCE(string_agg(q.json, ',' ORDER BY q.n), '') || ']' AS result,
      ${totalWithin(MAX_ANSWER_MB, raw('q.json'))} AS room
    FROM (
      SELECT w.n, ${shown} AS json
      FROM unnest(${ids}) WITH ORDINALITY AS w(id, n)
      JOIN ${rows} s ON s."Id" = w.id
    ) q`;
}
