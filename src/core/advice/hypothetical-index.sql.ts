import { scopeOf } from '../access.js';
import type { RequestContext } from '../context.js';
import type { Entity } from '../catalogue/entity.js';
import { matched } from '../criteria/compile-criterion.js';
import { indexKeySql } from '../criteria/index-key.sql.js';
import { targetSql } from '../criteria/relation.js';
import type { Scope } from '../scope.js';
import type { Args } from '../sql/args.js';
import { ident, list, render, sql, type Sql } from '../sql/sql.js';
import type { ProposedField } from './propose-index.js';

/** Finds the schema of the extension that makes hypothetical indexes; no row where the database has none. */
export const FIND_HYPOPG = sql`
  SELECT n.nspname AS schema
  FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
  WHERE e.extname = 'hypopg'`;

/** First columns of the indexes within owners and teams, which the declared index would have for the scope. */
const SCOPE_COLUMNS: Readonly<Partial<Record<Scope, string>>> = { Own: 'OwnerId', Team: 'OwnerTeamId' };

/** Makes an index that only plans of this session know. @param hypopg schema of the extension */
export function compileHypotheticalIndex(
  ctx: RequestContext,
  entity: Entity,
  fields: readonly ProposedField[],
  { hypopg, args }: { readonly hypopg: string; readonly args: Args },
): Sql {
  const scope = SCOPE_COLUMNS[scopeOf(ctx, entity, 'read')];
  // Without the index, an enum is compared by its text: only a key of the text tells what the index would save.
  const keys = fields.map((key) =>
    key.isEqual ? sql`(${matched(ident(key.field.name), key.field)})` : indexKeySql(key),
  );
  const { text } = render(
    sql`CREATE INDEX ON ${targetSql(ctx, entity)} (${list([...(scope ? [ident(scope)] : []), ...keys])})`,
  );
  return sql`SELECT ${ident(hypopg, 'hypopg_create_index')}(${args.add(text, 'text')})`;
}

/** Forgets the hypothetical indexes of the session. */
export const compileForgetIndexes = (hypopg: string): Sql => sql`SELECT ${ident(hypopg, 'hypopg_reset')}()`;
