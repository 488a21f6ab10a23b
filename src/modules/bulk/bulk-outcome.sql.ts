import type { Entity } from '../../core/catalogue/entity.js';
import { operationSql } from '../../core/changes/operation.sql.js';
import type { Definitions } from '../../core/context.js';
import { raw, sql, type Slot, type Sql } from '../../core/sql/sql.js';

/** The statement that records the outcome of all chunks. @param ids of the stored records, as `uuid[]` */
export const compileBulkOutcome = (ctx: Definitions, entity: Entity, ids: Slot): Sql =>
  sql`WITH ${operationSql(ctx, { entity, operation: 'Insert' }, { ids: sql`${ids}`, when: raw('true') })} SELECT`;
