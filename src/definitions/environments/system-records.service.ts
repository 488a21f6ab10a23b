import { Injectable } from '@nestjs/common';
import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NEW_ENVIRONMENT } from '#core/catalogue/catalogue.js';
import type { Environment } from '#core/catalogue/environment.js';
import type { DefinitionSet } from '#core/catalogue/definition.js';
import type { RequestContext } from '#core/context/context.js';
import { relationSql } from '#core/relations/relation.js';
import { raw, render, sql } from '#core/sql/sql.js';
import { systemContext } from '#core/context/system-context.js';
import { Database } from '#platform/database/database.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { DefinitionFile } from './definition-file.js';
import type { RecordBatch } from './loading.js';
import { recordsToLoad } from './records-to-load.js';
import { StoreRecords } from './store-records.service.js';

/** Keeps the records of system entities and of their fields, to which definitions may refer, complete. */
@Injectable()
export class SystemRecords {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly database: Database,
    private readonly records: StoreRecords,
  ) {}

  /** Adds the records of system entities and fields that an environment of an older version lacks. */
  async complete(environment: Environment, definitions: DefinitionSet): Promise<void> {
    const catalogue = buildCatalogue(environment, NEW_ENVIRONMENT, definitions);
    const ctx = systemContext(catalogue, uuidV7(), new Date());
    const file = new DefinitionFile('{}');
    // Ids are derived from that of the environment that was made first.
    const named = { ...environment, id: await this.#originOf(environment.id) };
    const wanted = { environment: named, tenantLabel: '', settings: '{}', withDefinitions: false, deriveIds: false };
    const missing: RecordBatch[] = [];
    for (const batch of recordsToLoad(catalogue, file, wanted)) missing.push(await this.#missing(ctx, batch));
    if (missing.every(({ records }) => records.length === 0)) return;
    await this.database.transaction(ctx, (tx) => this.records.add(ctx, missing, tx));
  }

  async #originOf(id: string): Promise<string> {
    const [row] = await this.platform.query<{ origin: string }>(
      'SELECT COALESCE(e.origin_id, e.id) AS origin FROM platform.environment e WHERE e.id = $1',
      [id],
    );
    return row?.origin ?? id;
  }

  async #missing(ctx: RequestContext, { entity, records }: RecordBatch): Promise<RecordBatch> {
    const ids = records.map(({ id }) => id);
    const stored = sql`
      SELECT r."Id"::text AS id
      FROM ${relationSql({ ctx, rights: 'system' }, entity, 'stored')} r
      WHERE r."Id" = ANY(${raw('$1::uuid[]')})`;
    const known = new Set((await this.platform.query<{ id: string }>(render(stored).text, [ids])).map(({ id }) => id));
    return { entity, records: records.filter(({ id }) => id === undefined || !known.has(id)) };
  }
}
