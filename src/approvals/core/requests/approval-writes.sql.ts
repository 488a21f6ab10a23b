import type { Definitions } from '#core/context/context.js';
import type { Entity } from '#core/catalogue/entity.js';
import { systemRows } from '#core/relations/relation.js';
import { sql, type Sql } from '#core/sql/sql.js';
import { statement } from '#core/statements/statement.js';

/** Locks records of an entity in the order of their Ids, as all writers do. Only the next statement sees what they were waiting for. */
export function compileLockRows(ctx: Definitions, { name }: Entity, where: Sql): Sql {
  return sql`
    WITH m AS MATERIALIZED (
      SELECT m."Id" FROM ${systemRows(ctx, name)} m WHERE ${where} ORDER BY m."Id" FOR NO KEY UPDATE OF m
    )
    SELECT count(*)::int AS locked FROM m`;
}

/** Locks records by their Ids, as `compileLockRows` does. */
export const lockApprovable = statement('lockApprovable', { ids: 'uuid[]' }, (ctx, { ids }, entity: Entity) =>
  compileLockRows(ctx, entity, sql`m."Id" = ANY(${ids})`),
);
