import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Definition } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import { labelIn, labelsOf } from '#core/catalogue/labels.js';
import { languagesOf } from '#core/context/languages.js';
import type { RequestContext } from '#core/context/context.js';
import { StoredDefinitions } from '#definitions/index.js';
import type { ListItem, StoredList } from '#queries/core/lists/list.js';
import { readList } from '#queries/core/lists/read-list.js';

const MAX_LISTS = 500;

/** Lists from definitions: named lists and the statuses of entities. */
@Injectable()
export class StoredLists {
  readonly #known = new LRUCache<string, StoredList>({ max: MAX_LISTS });

  constructor(private readonly definitions: StoredDefinitions) {}

  /**
   * Reads a named list, cached per version of the environment's definitions.
   * @param name in any letter case.
   */
  async byName(ctx: RequestContext, name: string): Promise<StoredList | undefined> {
    const { environment, version } = ctx.catalogue;
    const key = `${environment.id} ${version} ${name.toLowerCase()}`;
    const known = this.#known.get(key);
    if (known) return known;
    const [record] = await this.definitions.read(ctx, 'List', { Name: name });
    if (!record) return undefined;
    const list = readList(record);
    this.#known.set(key, list);
    return list;
  }

  /** Reads the statuses of an entity's records; those of inactive lifecycles are inactive. */
  async statuses(ctx: RequestContext, { name }: Entity): Promise<readonly ListItem[]> {
    const languages = languagesOf(ctx);
    const lifecycles = new Map<string, boolean>();
    for (const record of await this.definitions.read(ctx, 'Lifecycle')) {
      const lifecycle = new Definition(record);
      if (ctx.catalogue.find(lifecycle.text('EntityName') ?? '')?.name !== name) continue;
      lifecycles.set(lifecycle.text('Id') ?? '', lifecycle.flag('IsActive'));
    }
    const statuses = await this.definitions.read(ctx, 'Status');
    const items = statuses.flatMap((record): ListItem[] => {
      const status = new Definition(record);
      const isActive = lifecycles.get(status.text('LifecycleId') ?? '');
      if (isActive === undefined) return [];
      const text = labelIn(labelsOf(status), languages, status.text('Name') ?? '');
      return [{ value: record.Id, text, isActive, sequence: status.int('Sequence') }];
    });
    return items.toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0) || a.text.localeCompare(b.text));
  }
}
