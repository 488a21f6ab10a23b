import type { Entity } from '../catalogue/entity.js';
import type { RequestContext } from '../context.js';
import { list, literal, raw, sql, type Sql } from '../sql/sql.js';

/** Access records that only say who a user is; all others are part of the snapshot of the definitions. */
const ABOUT_PRINCIPALS: ReadonlySet<string> = new Set(['User', 'UserRole', 'TeamMember']);

/** The counter by which nodes learn that records of an entity changed; `undefined` for records that nobody caches. */
function counterOf({ kind, name }: Entity): string | undefined {
  if (kind !== 'access' && kind !== 'definition') return undefined;
  return ABOUT_PRINCIPALS.has(name) ? 'principals_version' : 'definitions_version';
}

/**
 * CTE that counts up the environment's versions when a write touches what nodes cache; no CTE when it does not. It is
 * part of the write's own statement: whoever sees the records sees the new version too (architecture §6).
 * @param written entities the statement may change.
 * @param when the condition under which the write happens.
 */
export function versionSql(ctx: RequestContext, written: readonly Entity[], when: Sql): readonly Sql[] {
  const counters = [...new Set(written.map(counterOf).filter((counter) => counter !== undefined))];
  if (counters.length === 0) return [];
  const counted = list(counters.map((counter) => raw(`${counter} = ${counter} + 1`)));
  const id = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  return [sql`version AS (UPDATE platform.environment SET ${counted} WHERE id = ${id} AND ${when})`];
}
