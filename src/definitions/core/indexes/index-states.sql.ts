import type { IndexKind } from '#core/catalogue/declared-index.js';
import type { Environment } from '#core/catalogue/environment.js';
import { ident, literal, raw, render, sql, type Sql } from '#core/sql/sql.js';

const COLUMNS: Readonly<Record<IndexKind, readonly [state: Sql, error: Sql]>> = {
  Index: [ident('State'), ident('Error')],
  Field: [ident('IndexState'), ident('IndexError')],
};

/** Stores `$2`, `$3`, the states and errors of the definitions `$1`, while `$4` is the version of the definitions. */
export function storeStatesSql({ id, schema }: Environment, kind: IndexKind): string {
  const [state, error] = COLUMNS[kind];
  return render(sql`
    UPDATE ${ident(schema, kind)} d
    SET ${state} = v.state, ${error} = v.error
    FROM unnest(${raw('$1::uuid[]')}, ${raw('$2::text[]')}, ${raw('$3::text[]')}) v(id, state, error)
    WHERE d."Id" = v.id AND (d.${state}, d.${error}) IS DISTINCT FROM (v.state, v.error)
      AND EXISTS (
        SELECT FROM platform.environment e
        WHERE e.id = ${literal(id)}::uuid AND e.definitions_version = ${raw('$4::bigint')}
      )`).text;
}

/** Sets the definitions `$1` back to Building; a field without index has no state. */
export function restartStatesSql(schema: string, kind: IndexKind): string {
  const [state, error] = COLUMNS[kind];
  const building = kind === 'Index' ? literal('Building') : sql`CASE WHEN d."Indexed" THEN 'Building' END`;
  return render(sql`
    UPDATE ${ident(schema, kind)} d
    SET ${state} = ${building}, ${error} = NULL
    WHERE d."Id" = ANY(${raw('$1::uuid[]')}) AND (d.${state}, d.${error}) IS DISTINCT FROM (${building}, NULL)`).text;
}
