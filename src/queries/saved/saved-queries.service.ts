import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { StoredDefinitions } from '#definitions/index.js';
import { readSavedQuery, readSavedView } from './read-saved-query.js';
import type { SavedQuery } from '#queries/core/saved/saved-query.js';

const MAX_QUERIES = 500;

/** Cache of saved queries, per environment and version of its definitions. */
@Injectable()
export class SavedQueries {
  readonly #known = new LRUCache<string, SavedQuery>({ max: MAX_QUERIES });

  constructor(private readonly definitions: StoredDefinitions) {}

  /**
   * Finds a query by entity and name.
   * @param name in any letter case.
   */
  byName(ctx: RequestContext, entity: Entity, name: string): Promise<SavedQuery | undefined> {
    return this.#find(ctx, { EntityName: entity.name, Name: name });
  }

  /**
   * Finds the only query of a name.
   * @param name in any letter case.
   * @returns undefined where several entities have one.
   */
  byNameAlone(ctx: RequestContext, name: string): Promise<SavedQuery | undefined> {
    return this.#find(ctx, { Name: name });
  }

  /**
   * Finds a query by id.
   * @param id any text; a text that is not a UUID matches no query.
   */
  byId(ctx: RequestContext, id: string): Promise<SavedQuery | undefined> {
    return this.#find(ctx, { Id: id });
  }

  async #find(ctx: RequestContext, match: Readonly<Record<string, string>>): Promise<SavedQuery | undefined> {
    const { environment, version } = ctx.catalogue;
    const key = `${environment.id} ${version} ${JSON.stringify(match).toLowerCase()}`;
    const known = this.#known.get(key);
    if (known) return known;
    const [record, second] = await this.definitions.read(ctx, 'SavedQuery', match);
    if (!record || second) return undefined;
    const SavedQueryId = new Definition(record).text('Id') ?? '';
    const entityName = new Definition(record).text('EntityName') ?? '';
    const views = await this.definitions.read(ctx, 'SavedView', { SavedQueryId });
    const query = readSavedQuery(
      record,
      views.map((view) => readSavedView(view, entityName)),
    );
    this.#known.set(key, query);
    return query;
  }
}
