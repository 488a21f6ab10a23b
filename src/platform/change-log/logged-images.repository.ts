import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { LoggedChange } from '#core/changes/change.js';
import type { RequestContext } from '#core/context/context.js';
import { groupedBy } from '#core/grouped-by.js';
import type { ImageCache } from '#core/images/image-cache.js';
import { imagesOf, type ChangeImages } from '#core/images/record-images.js';
import { readCreated, readImages, type ImageRow } from '#core/images/record-images.sql.js';
import { JsonText } from '#core/json/json.js';
import { Database } from '#platform/database/database.js';

/** More than clocks differ, and longer than any write takes from its time to its commit. */
const DAY_MS = 86_400_000;

/** Reads records as the log's changes have found and left them. */
@Injectable()
export class LoggedImages {
  constructor(private readonly database: Database) {}

  /**
   * Records of one entity before and after each of their changes, by position.
   * @param changes in the order of the log
   * @param known records as they were before these changes; they become those after them
   */
  async read(
    ctx: RequestContext,
    entity: Entity,
    changes: readonly LoggedChange[],
    known: ImageCache,
  ): Promise<ReadonlyMap<string, ChangeImages>> {
    const records = [...groupedBy(changes, ({ recordId }) => recordId)];
    const created = records.flatMap(([, [first, ...more]]) =>
      first.operation === 'Create' && more.length === 0 ? [first] : [],
    );
    const images = created.length > 0 ? await this.#created(ctx, entity, created) : new Map<string, ChangeImages>();
    for (const { recordId } of created) known.forget(entity.name, recordId);
    const others = records.filter(([, [{ position }]]) => !images.has(String(position)));
    return others.length > 0 ? new Map([...images, ...(await this.#changed(ctx, entity, others, known))]) : images;
  }

  /** Records of which the only change is that they were created. */
  async #created(
    ctx: RequestContext,
    entity: Entity,
    changes: readonly LoggedChange[],
  ): Promise<ReadonlyMap<string, ChangeImages>> {
    const values = {
      recordIds: changes.map(({ recordId }) => recordId),
      positions: changes.map(({ position }) => String(position)),
      since: timeBefore(changes),
    };
    const rows = await this.database.runStatement(readCreated, ctx, values, entity);
    return new Map(
      rows.flatMap(({ position, record }) =>
        record === null ? [] : [[position, { after: new JsonText(record) }] as const],
      ),
    );
  }

  async #changed(
    ctx: RequestContext,
    entity: Entity,
    records: readonly (readonly [string, readonly LoggedChange[]])[],
    known: ImageCache,
  ): Promise<ReadonlyMap<string, ChangeImages>> {
    const values = {
      recordIds: records.map(([id]) => id),
      after: records.map(([, [first]]) => String(first.position - 1n)),
      lastPositions: records.map(([, of]) => String(of.at(-1)!.position)),
      known: records.map(([id]) => known.find(entity.name, id) !== undefined),
      since: timeBefore(records.flatMap(([, of]) => of)),
    };
    const rows = await this.database.runStatement(readImages, ctx, values, entity);
    return new Map(
      rows.flatMap((row) => {
        const images = imagesOf(row, known.find(entity.name, row.id));
        if (row.goes_on && images.last) known.keep(entity.name, row.id, images.last, sizeOf(row));
        else known.forget(entity.name, row.id);
        return [...images.changes];
      }),
    );
  }
}

/** Time before all of these changes. */
export const timeBefore = (changes: readonly LoggedChange[]): string =>
  new Date(Math.min(...changes.map(({ occurredAt }) => Date.parse(occurredAt))) - DAY_MS).toISOString();

const sizeOf = ({ now, later, changes }: ImageRow): number =>
  (now?.length ?? 0) + (later?.length ?? 0) + (changes?.length ?? 0);
