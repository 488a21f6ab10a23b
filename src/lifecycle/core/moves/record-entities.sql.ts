import type { Entity } from '#core/catalogue/entity.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { relationSql } from '#core/relations/relation.js';
import { list, literal, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { readStatement, type Answers } from '#core/statements/statement.js';

/** Lists the entities whose records have statuses. */
export const entitiesWithLifecycle = ({ catalogue }: Definitions): readonly Entity[] =>
  [...catalogue.entities.values()].filter(({ lifecycle, view }) => lifecycle !== undefined && view === undefined);

/** Answers `id` and `entity` of every live record with one of these record-information ids, whoever may read it. */
export const readEntities = readStatement(
  'readEntities',
  { recordIds: 'uuid[]' },
  (ctx, { recordIds }): Answers<{ id: string; entity: string }> => {
    const selects = entitiesWithLifecycle(ctx).map(
      (entity) => sql`
      SELECT t."RecordInformationId" AS id, ${literal(entity.name)} AS entity
      FROM ${relationSql({ ctx, rights: 'system' }, entity)} t
      WHERE t."RecordInformationId" = ANY(${recordIds})`,
    );
    return list(selects, ' UNION ALL ');
  },
);

/** Answers `id` of the records with these record-information ids that the caller may read. */
export const compileReadableRecords = (ctx: RequestContext, entity: Entity, recordIds: Slot): Sql => sql`
  SELECT t."RecordInformationId" AS id
  FROM ${relationSql({ ctx, rights: 'caller' }, entity)} t
  WHERE t."RecordInformationId" = ANY(${recordIds})`;
