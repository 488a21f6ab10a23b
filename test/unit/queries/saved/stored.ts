import { isObject, type JsonObject } from '#core/json/json.js';
import { readSavedQuery, readSavedView } from '#queries/saved/read-saved-query.js';
import { readRun } from '#queries/saved/read-run.js';
import type { Run } from '#queries/core/saved/run.js';
import type { SavedQuery } from '#queries/core/saved/saved-query.js';
import { jsonOf } from '../../../support/json-of.js';

const recordOf = (members: object): JsonObject => {
  const json = jsonOf(members);
  return isObject(json) ? json : {};
};

/** A stored query of Customer as the service holds it. */
export const savedQuery = (members: object = {}, ...views: readonly object[]): SavedQuery =>
  readSavedQuery(
    recordOf({ Id: 'q', Name: 'Query', EntityName: 'Customer', ...members }),
    views.map((view, i) => readSavedView(recordOf({ Id: `v${i}`, Name: `View${i}`, ...view }), 'Customer')),
  );

/** A run's body, its shape read. */
export const runOf = (body?: object): Run => readRun(body && jsonOf(body), false).run;
