import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { byIds } from '#records/core/matching/by-ids.js';
import { shapeOf, type Criterion } from '#core/criteria/criterion.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import { readWhereClause } from '#core/requests/where-clause.js';
import { compileReadImages } from '#records/core/hooks/read-images.sql.js';
import { recordImage, type RecordImage } from '#core/fields/record-image.js';
import type { JsonObject, JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { ShapeReader } from '#core/shapes/shape-reader.js';
import { Args } from '#core/statements/args.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';

/** Maximum of records that one `find` of a hook answers. */
const MAX_FOUND = 1_000;

/** Reads records inside the transaction of a write, whatever its caller may read. */
@Injectable()
export class ReadImages {
  constructor(private readonly statements: StatementCache) {}

  /** Live records with these ids. */
  async byIds(
    ctx: RequestContext,
    entity: Entity,
    ids: readonly string[],
    tx: Transaction,
  ): Promise<ReadonlyMap<string, RecordImage>> {
    const args = new Args(ctx);
    const images = await this.#read(ctx, { entity, criterion: byIds(entity, ids, args), limit: 'ALL' }, args, tx);
    return new Map(images.map((image) => [image.Id as string, image]));
  }

  /** Live records that match. @throws {Error} when the hook names an unknown entity or gives an invalid where-clause */
  async where(
    ctx: RequestContext,
    entityName: string,
    where: JsonValue | undefined,
    tx: Transaction,
  ): Promise<readonly RecordImage[]> {
    const entity = ctx.catalogue.find(entityName);
    if (!entity) throw new Error(`There is no entity '${entityName}'.`);
    const args = new Args(ctx);
    const reader = new ShapeReader(true);
    const clause = readWhereClause(reader, where, 'where');
    const criterion = resolveCriterion({ ctx, args, faults: reader.faults, rights: 'system' }, entity, clause);
    const [fault] = reader.faults.list;
    if (fault) throw new Error(fault.message);
    return this.#read(ctx, { entity, criterion, limit: MAX_FOUND }, args, tx);
  }

  async #read(
    ctx: RequestContext,
    wanted: { readonly entity: Entity; readonly criterion: Criterion; readonly limit: number | 'ALL' },
    args: Args,
    tx: Transaction,
  ): Promise<readonly RecordImage[]> {
    const { entity, criterion, limit } = wanted;
    const key = `images:${entity.name}:${limit}:${shapeOf(criterion)}`;
    const compile = (): ReturnType<typeof compileReadImages> => compileReadImages(ctx, entity, criterion, limit);
    const rows = await tx.execute<{ row: string }>(this.statements.get(ctx, key, compile, 'read'), args);
    return rows.map(({ row }) => recordImage(entity, readJson(row) as JsonObject));
  }
}
