import type { Entity } from '../../core/catalogue/entity.js';
import { operationSql } from '../../core/changes/operation.sql.js';
import { raw, sql } from '../../core/sql/sql.js';
import { statement } from '../../core/sql/statement.js';

/** Records the outcome of all chunks. */
export const recordBulkOutcome = statement(
  'recordBulkOutcome',
  { ids: 'uuid[]' },
  (ctx, { ids }, entity: Entity) =>
    sql`WITH ${operationSql(ctx, { entity, operation: 'Insert' }, { ids: sql`${ids}`, when: raw('true') })} SELECT`,
);
