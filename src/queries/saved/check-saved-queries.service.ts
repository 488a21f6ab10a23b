import { Injectable } from '@nestjs/common';
import { groupedBy } from '#core/grouped-by.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import type { RequestContext } from '#core/context/context.js';
import { type DefinitionProblem, problemsAbout } from '#definitions/core/checks/definition-problem.js';
import type { Fault } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import { DefinitionChecks } from '#definitions/index.js';
import { faultsIn, tryQuery } from '#queries/core/saved/check-query.js';
import { readSavedQuery, readSavedView } from './read-saved-query.js';
import type { SavedQuery } from '#queries/core/saved/saved-query.js';

/** Checks saved queries and views after a change of definitions. */
@Injectable()
export class CheckSavedQueries {
  constructor(checks: DefinitionChecks) {
    checks.register(({ definitions, check }) => {
      const { SavedQuery: queries, SavedView: views } = definitions.uncatalogued ?? NONE;
      const viewsOf = groupedBy(views, ({ SavedQueryId: queryId }) => queryId);
      return inSlices(
        check.of('saved query', queries, views, (ctx, record) =>
          queryProblems(ctx, record, viewsOf.get(record.Id) ?? []),
        ),
      );
    });
  }
}

const NONE = { SavedQuery: [], SavedView: [] };

/** Finds the faults of a query, or of its views if the query itself is valid. */
function queryProblems(
  ctx: RequestContext,
  record: JsonObject,
  views: readonly JsonObject[],
): readonly DefinitionProblem[] {
  const faults = faultsIn(() => tryQuery(ctx, readSavedQuery(record, [])));
  if (faults.length > 0) return problemsAbout('SavedQuery', record, faults);
  const query = readSavedQuery(record, []);
  return views.flatMap((view) => problemsAbout('SavedView', view, viewFaults(ctx, query, view)));
}

function viewFaults(ctx: RequestContext, query: SavedQuery, record: JsonObject): readonly Fault[] {
  const faults = faultsIn(() => tryQuery(ctx, query, readSavedView(record, query.entityName)));
  const isForNobody = record.Visibility === 'Role' && !record.RoleId;
  return isForNobody ? [{ code: 'Validation', message: 'RoleId says whose view it is.', path: 'RoleId' }] : faults;
}
