import { isOwnField } from '#core/catalogue/extended-entities.js';
import type { Definitions } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import { raw, sql, type Sql } from '#core/sql/sql.js';

/**
 * Condition on the row `d` of a part of entities: it is not from the code, as the parts of system entities are, but for
 * their own fields.
 */
export function ofEnvironment(ctx: Definitions, part: string): Sql {
  const own = part === 'Field' ? sql` OR ${raw(isOwnField('d', 'e'))}` : raw('');
  return sql`
    EXISTS (
      SELECT FROM ${systemRows(ctx, 'Entity')} e
      WHERE e."Id" = d."EntityId" AND (e."IsSystem" IS NOT TRUE${own})
    )`;
}
