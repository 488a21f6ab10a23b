import type { RequestContext } from '../context.js';
import { relationSql, targetSql } from '../criteria/relation.js';
import type { Args } from '../sql/args.js';
import { anyOf, ident, list, raw, sql, type Sql } from '../sql/sql.js';
import { aggregatedChildren } from './aggregated-children.js';
import { aggregatesSql, rollupValue } from './aggregates.sql.js';
import type { RollupGroup } from './following-rollups.js';

/**
 * Brings rollups of all records of an entity, deleted ones too, in line with the children after definitions changed.
 * What the definition says changed, not the records: they keep their versions, and nothing is logged of them.
 * @param args take the values of where-clauses.
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
