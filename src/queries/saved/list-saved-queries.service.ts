import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { groupedBy } from '#core/grouped-by.js';
import type { JsonObject } from '#core/json/json.js';
import { gathered } from '#core/steps.js';
import { StoredDefinitions } from '#definitions/index.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { mayRun } from '#queries/core/saved/check-query.js';
import { isVisible } from '#queries/core/saved/prepare-run.js';
import type { SavedQuery } from '#queries/core/saved/saved-query.js';
import { readSavedQuery, readSavedView } from './read-saved-query.js';

/** Lists the saved queries and views that a caller may run. */
@Injectable()
export class ListSavedQueries {
  constructor(private readonly definitions: StoredDefinitions) {}

  /** @returns queries by entity and name, each with the views that the caller may name, by name */
  async list(ctx: RequestContext): Promise<readonly SavedQuery[]> {
    const [queries, views] = await Promise.all(
      ['SavedQuery', 'SavedView'].map((name) => this.definitions.read(ctx, name)),
    );
    const viewsOf = groupedBy(views, ({ SavedQueryId: queryId }) => queryId);
    const found = await inSlices(gathered(queries, (record) => runnable(ctx, record, viewsOf.get(record.Id) ?? [])));
    return found.toSorted((a, b) => inOrder(a.entityName, b.entityName) || inOrder(a.name, b.name));
  }
}

/** The query with its usable views; none where the caller may not run it. What became invalid, as by an upgrade, nobody runs. */
function runnable(ctx: RequestContext, record: JsonObject, views: readonly JsonObject[]): readonly SavedQuery[] {
  const query = validOf(() => readSavedQuery(record, []));
  if (!query || !mayRun(ctx, query)) return [];
  const usable = views
    .flatMap((view) => validOf(() => readSavedView(view, query.entityName)) ?? [])
    .filter((view) => isVisible(ctx, view) && mayRun(ctx, query, view));
  return [{ ...query, views: usable.toSorted((a, b) => inOrder(a.name, b.name) || inOrder(a.id, b.id)) }];
}

function validOf<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

const inOrder = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
