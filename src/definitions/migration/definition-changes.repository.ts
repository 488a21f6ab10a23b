import { Injectable } from '@nestjs/common';
import { Definition } from '#core/catalogue/definition.js';
import type { ChangeOperation } from '#core/changes/change.sql.js';
import type { RequestContext } from '#core/context/context.js';
import { isObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { mapped } from '#core/steps.js';
import type { Query } from '#platform/database/platform-database.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';

/** Change of one definition record by a transaction. */
export interface DefinitionChange {
  readonly entityName: string;
  readonly operation: ChangeOperation;
  readonly id: string;
  /** Record before: complete for Delete, changed fields for Update. */
  readonly old: Definition;
  /** Record after: complete for Create, changed fields for Update. */
  readonly new: Definition;
}

interface ChangeRow {
  readonly entity: string;
  readonly operation: ChangeOperation;
  readonly record_id: string;
  readonly old: string | null;
  readonly new: string | null;
}

/** Bounds the search to current partitions: a write's changes have its time. */
const STATEMENT = `
  SELECT entity, operation, record_id::text AS record_id, old::text AS old, new::text AS new
  FROM platform.change
  WHERE xid = pg_current_xact_id() AND environment_id = $1::uuid AND entity = ANY($2::text[])
    AND occurred_at >= $3::timestamptz - interval '1 day'
  ORDER BY position`;

const definition = (json: string | null): Definition => {
  const value = json === null ? {} : readJson(json);
  return new Definition(isObject(value) ? value : {});
};

const changeOf = (row: ChangeRow): DefinitionChange => ({
  entityName: row.entity,
  operation: row.operation,
  id: row.record_id,
  old: definition(row.old),
  new: definition(row.new),
});

/** Reads the definition changes of the transaction from the change log. */
@Injectable()
export class DefinitionChangesRepository {
  async read(ctx: RequestContext, entityNames: readonly string[], query: Query): Promise<readonly DefinitionChange[]> {
    const values = [ctx.catalogue.environment.id, entityNames, ctx.at.toISOString()];
    const rows = await query<ChangeRow>(STATEMENT, values);
    return inSlices(mapped(rows, changeOf));
  }
}
