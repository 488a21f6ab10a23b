import type { Mask } from '#core/catalogue/field.js';
import { literal, raw, sql, type Sql } from '#core/sql/sql.js';

const STARS = literal('****');

/** Characters that a text must have, before its mask shows some of them. */
const LEAST_FOR_FOUR = 8;

const SHOWN: Readonly<Record<Mask, (text: Sql) => Sql>> = {
  All: () => STARS,
  First1: (text) => sql`left(${text}, 1) || ${STARS}`,
  Last4: (text) =>
    sql`${STARS} || CASE WHEN length(${text}) >= ${raw(String(LEAST_FOR_FOUR))} THEN right(${text}, 4) ELSE '' END`,
  Email: (text) => sql`left(${text}, 1) || ${STARS} || COALESCE(substring(${text} FROM '@[^@]*$'), '')`,
};

/** Renders a text as callers without a right to all of it see it; null stays null. The number of stars tells nothing. */
export const maskSql = (text: Sql, mask: Mask): Sql => sql`CASE WHEN ${text} IS NOT NULL THEN ${SHOWN[mask](text)} END`;
