import { Injectable } from '@nestjs/common';
import { formatHistoryCursor } from '#access/core/history/history-cursor.js';
import { noSuchRecord, noSuchVersion } from '#access/core/history/history-errors.js';
import { compileHistory, type HistoryRow } from '#access/core/history/history.sql.js';
import { compileMaskedValues } from '#access/core/history/masked-values.sql.js';
import { imageOf } from '#access/core/history/record-image.js';
import { compileVersion, type VersionRow } from '#access/core/history/version.sql.js';
import { imagesOf } from '#core/images/record-images.js';
import { readImages } from '#core/images/record-images.sql.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import { accessKey } from '#core/relations/relation.js';
import { maskOf } from '#core/rights/field-rights.js';
import type { Sql } from '#core/sql/sql.js';
import { MAX_ANSWER_MB } from '#core/sql/answer-limits.sql.js';
import { Args } from '#core/statements/args.js';
import { isInt4Overflow } from '#platform/database/connections/database.errors.js';
import { Database } from '#platform/database/database.js';
import { StatementCache } from '#platform/database/statement-cache.js';

/** Entries of a page. */
export interface HistoryAnswer {
  /** JSON text of an array. */
  readonly entries: string;
  readonly nextCursor: string | null;
}

interface RecordOf {
  readonly entity: Entity;
  readonly recordId: string;
}

/** After every position of the log. */
const END = String(2n ** 63n - 1n);
/** Before all changes. */
const BEGINNING = new Date(0).toISOString();

/** Reads what has happened to a record, by the rule of the audit log (docs/interface/access.md#history-of-a-record). */
@Injectable()
export class ReadHistory {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /** Reads a page of entries, newest first. @throws {DomainError} NotFound, Validation for a too large answer */
  async page(
    ctx: RequestContext,
    { entity, recordId, pageSize, before = END }: RecordOf & { readonly pageSize: number; readonly before?: string },
  ): Promise<HistoryAnswer> {
    const args = new Args(ctx);
    const page = {
      entity,
      recordId: args.add(recordId, 'uuid'),
      before: args.add(before, 'bigint'),
      limit: args.add(pageSize + 1, 'bigint'),
      size: args.add(pageSize, 'bigint'),
    };
    const statement = this.statements.get(ctx, keyOf('history', ctx, entity), () => compileHistory(ctx, page), 'read');
    const [{ found, entries, last, more }] = await bounded(this.database.execute<HistoryRow>(ctx, statement, args));
    if (!found) throw noSuchRecord(entity.name);
    return { entries, nextCursor: more ? formatHistoryCursor(recordId, last!) : null };
  }

  /** Reads a record as it was in a version. @throws {DomainError} NotFound, Validation for a too large answer */
  async version(
    ctx: RequestContext,
    { entity, recordId, at }: RecordOf & { readonly at: string },
  ): Promise<JsonObject> {
    const args = new Args(ctx);
    const wanted = { entity, recordId: args.add(recordId, 'uuid'), version: args.add(at, 'bigint') };
    const statement = this.statements.get(
      ctx,
      keyOf('version', ctx, entity),
      () => compileVersion(ctx, wanted),
      'read',
    );
    const [row] = await this.database.execute<VersionRow>(ctx, statement, args);
    if (!row) throw noSuchRecord(entity.name);
    const image = row.position === null ? undefined : await this.#image(ctx, { entity, recordId }, row.position);
    if (!image) throw noSuchVersion(entity.name, at);
    return imageOf(ctx, entity, { ...image, ...(await this.#masked(ctx, entity, image)) }, at);
  }

  /** Values that the caller sees masked, of an image. */
  async #masked(ctx: RequestContext, entity: Entity, image: JsonObject): Promise<JsonObject> {
    const fields = entity.protectedFields.filter((field) => maskOf(ctx, field) !== undefined);
    if (fields.length === 0) return {};
    const args = new Args(ctx);
    const values = fields.map(({ name }) => args.add(image[name] ?? null, 'text'));
    const compile = (): Sql => compileMaskedValues(fields, values);
    const statement = this.statements.get(ctx, keyOf('masks', ctx, entity), compile, 'read');
    const [{ masks }] = await this.database.execute<{ readonly masks: string }>(ctx, statement, args);
    return JSON.parse(masks) as JsonObject;
  }

  /** The record as a change has left it; undefined where that has deleted it. */
  async #image(ctx: RequestContext, { entity, recordId }: RecordOf, position: string): Promise<JsonObject | undefined> {
    const values = {
      recordIds: [recordId],
      after: [String(BigInt(position) - 1n)],
      lastPositions: [position],
      known: [false],
      since: BEGINNING,
    };
    const [row] = await bounded(this.database.runStatement(readImages, ctx, values, entity));
    return row && imagesOf(row).last;
  }
}

const keyOf = (what: string, ctx: RequestContext, entity: Entity): string =>
  `${what}:${entity.name}:${accessKey({ ctx, rights: 'caller' })}`;

/** Text sizes are the only int4 values that the statements add, so an overflow means a too large answer. */
async function bounded<T>(rows: Promise<T>): Promise<T> {
  try {
    return await rows;
  } catch (error) {
    if (!isInt4Overflow(error)) throw error;
    throw new DomainError({
      code: 'Validation',
      message: `The answer is larger than ${MAX_ANSWER_MB} MB, or one change than 8 MB. Ask for smaller pages (pageSize).`,
      params: { MaxAnswerMB: MAX_ANSWER_MB },
    });
  }
}
