import { isObject, type JsonObject } from '../../../../src/core/json/json.js';
import { readSavedQuery, readSavedView } from '../../../../src/modules/saved-queries/read-saved-query.js';
import { readRun } from '../../../../src/modules/saved-queries/read-run.js';
import type { Run } from '../../../../src/modules/saved-queries/run.js';
import type { SavedQuery } from '../../../../src/modules/saved-queries/saved-query.js';
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
