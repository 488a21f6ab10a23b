import { ident, render } from '#core/sql/sql.js';

/** Creates the sequence that automatic numbers of one prefix are drawn from, unless it exists. */
export const createSequence = (schema: string, name: string): string =>
  `CREATE SEQUENCE IF NOT EXISTS ${render(ident(schema, name)).text} AS bigint CACHE 1`;
