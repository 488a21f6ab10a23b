import type { ChangeOperation } from '#core/changes/change.sql.js';
import { ownChanges } from '#core/relations/own-changes.sql.js';
import type { Definitions } from '#core/context/context.js';
import { list, literal, sql, type Sql } from '#core/sql/sql.js';
import { APPROVAL_SOURCE } from '#core/changes/sources.js';

/**
 * Change rows `k` of this transaction on records of an entity, except for those that approvals have caused.
 * @param operations that count
 */
export const callerChanges = (ctx: Definitions, entityName: string, ...operations: readonly ChangeOperation[]): Sql =>
  sql`
    (
      SELECT k.record_id, k.operation, k.position, k.old
      FROM ${ownChanges(ctx, entityName)} k
      WHERE k.operation IN (${list(operations.map(literal))}) AND k.source IS DISTINCT FROM ${literal(APPROVAL_SOURCE)}
    ) k`;
