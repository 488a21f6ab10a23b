import { criterionSql } from '../criteria/compile-criterion.js';
import type { Frame } from '../criteria/frame.js';
import { relationSql } from '../criteria/relation.js';
import { allOf, raw, sql, type Sql } from '../sql/sql.js';
import type { Matching } from './select-plan.js';

/** What stands behind FROM: the rows that match, and the targets of lookups that the frame was asked for so far. */
export function matchesSql({ rows, where }: Matching, frame: Frame, more: readonly Sql[] = []): Sql {
  const condition = allOf([criterionSql(where, frame), ...more]);
  return sql`${relationSql(frame.reader, frame.entity, rows)} ${raw(frame.alias)}${frame.joins()} WHERE ${condition}`;
}
