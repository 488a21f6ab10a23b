import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { byIds } from '#records/core/matching/by-ids.js';
import { compileReadImages } from '#records/core/hooks/read-images.sql.js';
import { recordImage, type RecordImage } from '#core/fields/record-image.js';
import type { JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { Args } from '#core/statements/args.js';
import { systemContext } from '#core/context/system-context.js';
import { Database } from '#platform/database/database.js';
import { StatementCache } from '#platform/database/statement-cache.js';

/** Reads `Notification` records, whose values are not in the change log. */
@Injectable()
export class FindNotifications {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /** Reads live notifications of any owner by their ids. */
  async byIds(catalogue: Catalogue, ids: readonly string[]): Promise<ReadonlyMap<string, RecordImage>> {
    const ctx = systemContext(catalogue, randomUUID(), new Date());
    const entity = catalogue.entity('Notification');
    const args = new Args(ctx);
    const criterion = byIds(entity, ids, args);
    const compile = (): ReturnType<typeof compileReadImages> => compileReadImages(ctx, entity, criterion, 'ALL');
    const statement = this.statements.get(ctx, 'hub:notifications', compile, 'read');
    const rows = await this.database.execute<{ row: string }>(ctx, statement, args);
    const images = rows.map(({ row }) => recordImage(entity, readJson(row) as JsonObject));
    return new Map(images.map((image) => [image.Id as string, image]));
  }
}
