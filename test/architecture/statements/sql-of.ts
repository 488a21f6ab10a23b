import { render, type Sql } from '#core/sql/sql.js';

/** Statement texts of rooms by the name of their case. */
export type Rooms = Readonly<Record<string, Statements>>;

/** Statement texts by the name of their case. */
export type Statements = Readonly<Record<string, string>>;

export const textOf = (fragment: Sql): string => render(fragment).text;

/** One entry per statement of a case that needs several. */
export const numbered = (name: string, fragments: readonly Sql[]): Statements =>
  Object.fromEntries(fragments.map((fragment, i) => [`${name} ${i}`, textOf(fragment)]));
