import { ofEnvironment } from '#definitions/core/documents/stored-definitions.sql.js';
import type { Definitions } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import type { FileKind } from '#definitions/core/documents/file-kinds.js';
import { ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';

/**
 * `kind`, `total`, `largest` for each kind of definitions: how many there are, and how many the definition has that has
 * most of them. The service's own entities and roles, and their parts, do not count.
 */
export const compileDefinitionCounts = (ctx: Definitions, kinds: readonly FileKind[]): Sql =>
  list(
    kinds.map(
      (kind) => sql`
        SELECT ${literal(kind.entity)} AS kind, COALESCE(sum(p.n), 0)::int AS total, COALESCE(max(p.n), 0)::int AS largest
        FROM (
          SELECT count(*) AS n
          FROM ${systemRows(ctx, kind.entity)} d
          WHERE ${isCounted(ctx, kind)}
          GROUP BY ${kind.parent ? sql`d.${ident(kind.parent.field)}` : raw('()')}
        ) p`,
    ),
    ' UNION ALL ',
  );

function isCounted(ctx: Definitions, { entity, parent }: FileKind): Sql {
  if (parent?.entity === 'Entity') return ofEnvironment(ctx, entity);
  return ctx.catalogue.entity(entity).fields.has('issystem') ? raw('d."IsSystem" IS NOT TRUE') : raw('true');
}
