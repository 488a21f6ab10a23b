import type { RequestContext } from '#core/context/context.js';
import { relationSql, targetSql } from '#core/relations/relation.js';
import type { Args } from '#core/statements/args.js';
import { anyOf, ident, list, raw, sql, type Sql } from '#core/sql/sql.js';
import { aggregatedChildren } from './aggregated-children.js';
import { aggregatesSql, rollupValue } from './aggregates.sql.js';
import type { RollupGroup } from './following-rollups.js';

/**
 * Recomputes rollups of all records of an entity, deleted ones included, after definitions have changed. The records
 * keep their versions and get no change rows (decision 0040).
 * @param args takes the values of where-clauses
 */
export function compileRecompute(ctx: RequestContext, { entity, fields }: RollupGroup, args: Args): Sql {
  const aggregated = aggregatedChildren(ctx, entity, fields, args);
  const values = aggregated.flatMap(({ rollups }, i) =>
    rollups.map(({ field }) => {
      const name = ident(field.name);
      return sql`${rollupValue(field, sql`${raw(`a${i}`)}.${name}`)} AS ${name}`;
    }),
  );
  const joins = aggregated.map((children, i) => {
    const rows = relationSql({ ctx, rights: 'system' }, children.child);
    const alias = raw(`a${i}`);
    return sql` LEFT JOIN ${aggregatesSql(ctx, { children, rows })} ${alias} ON ${alias}.parent = p."Id"`;
  });
  const parents = relationSql({ ctx, rights: 'system' }, entity, 'stored');
  const names = fields.map(({ name }) => ident(name));
  const sets = list(names.map((name) => sql`${name} = x.${name}`));
  const differs = anyOf(names.map((name) => sql`t.${name} IS DISTINCT FROM x.${name}`));
  return sql`
    UPDATE ${targetSql(ctx, entity)} t
    SET ${sets}
    FROM (SELECT ${list([sql`p."Id"`, ...values])} FROM ${parents} p${list(joins, '')}) x
    WHERE t."Id" = x."Id" AND ${differs}`;
}
