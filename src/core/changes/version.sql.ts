import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions } from '#core/context/context.js';
import { list, literal, raw, sql, type Sql } from '#core/sql/sql.js';

/** Access records about principals alone; all others are part of the snapshot of the definitions. */
const ABOUT_PRINCIPALS: ReadonlySet<string> = new Set(['User', 'UserRole', 'TeamMember', 'ApiKey']);

/** The counter by which nodes learn that records of an entity changed; `undefined` for records that are not cached. */
function counterOf({ kind, name }: Entity): string | undefined {
  if (kind !== 'access' && kind !== 'definition') return undefined;
  return ABOUT_PRINCIPALS.has(name) ? 'principals_version' : 'definitions_version';
}

/**
 * CTE `version`: increments the environment's versions where a write changes records that nodes cache; else no CTE. It
 * is part of the write's own statement, so that a reader of the records reads the new version too.
 * @param written entities the statement may change.
 * @param when the condition under which the write happens.
 */
export function versionSql(ctx: Definitions, written: readonly Entity[], when: Sql): readonly Sql[] {
  const counters = [...new Set(written.map(counterOf).filter((counter) => counter !== undefined))];
  if (counters.length === 0) return [];
  const counted = list(counters.map((counter) => raw(`${counter} = ${counter} + 1`)));
  const id = sql`${literal(ctx.catalogue.environment.id)}::uuid`;
  return [sql`version AS (UPDATE platform.environment SET ${counted} WHERE id = ${id} AND ${when})`];
}
