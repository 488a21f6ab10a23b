import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import { render, sql, type Sql } from '#core/sql/sql.js';
import type { Query } from '#platform/database/platform-database.js';
import type { RetainedDefinitions } from '#definitions/core/schema/existing-schema.js';

interface BuriedRow {
  readonly id: string;
  readonly entity_name: string;
  readonly field_name: string | null;
  readonly is_derived: boolean;
}

function statement(ctx: RequestContext): Sql {
  const stored = (name: string): Sql => systemRows(ctx, name, 'stored');
  return sql`
    SELECT e."Id"::text AS id, e."EntityName" AS entity_name, NULL::text AS field_name, false AS is_derived
    FROM ${stored('Entity')} e
    WHERE e."IsDeleted"
    UNION ALL
    SELECT f."Id"::text, e."EntityName", f."FieldName", f."FieldType" IN ('Computed', 'Rollup')
    FROM ${stored('Field')} f
    JOIN ${stored('Entity')} e ON e."Id" = f."EntityId"
    WHERE f."IsDeleted" AND NOT e."IsDeleted"`;
}

const columnOf = ({ entity_name: entity, field_name: field }: BuriedRow): string => `${entity}.${field}`;

/** Reads the deleted entities and fields that are not purged. */
@Injectable()
export class RetainedRepository {
  async read(ctx: RequestContext, query: Query): Promise<RetainedDefinitions> {
    const rows = await query<BuriedRow>(render(statement(ctx)).text);
    const tables = rows.filter(({ field_name: field }) => field === null);
    const fields = rows.filter(({ field_name: field }) => field !== null);
    const columns = fields.filter((row) => !row.is_derived);
    return {
      tables: new Map(tables.map(({ id, entity_name: name }) => [name, id])),
      columns: new Map(columns.map((row) => [columnOf(row), row.id])),
      derived: new Set(fields.filter((row) => row.is_derived).map(columnOf)),
    };
  }
}
