import { rewriteFilters } from '#core/requests/rewrite-filters.js';
import { isObject, type JsonObject, type JsonValue } from '#core/json/json.js';
import { ShapeReader, type Members } from '#core/shapes/shape-reader.js';
import { readSelect } from '#core/requests/read-select.js';
import type { Run } from '#queries/core/saved/run.js';

/** Members that runs share with ad hoc queries. */
const SELECT_MEMBERS = ['WhereClause', 'Sort', 'Pager', 'Options'];
/** Documented name of the view member, and two aliases that clients use. */
const VIEW_MEMBERS = ['SavedView', 'CustomViewId', 'CustomViewID'];

/**
 * Reads the body of a run; a missing body is an empty one.
 * @returns the run with the faults of its shape, and lines for the answer's `Log`.
 */
export function readRun(
  body: JsonValue | undefined,
  strict: boolean,
): { readonly run: Run; readonly log: readonly string[] } {
  const reader = new ShapeReader(strict);
  const json = body ?? {};
  const members = reader.closedObject(json, '', ['Reqtokens', ...VIEW_MEMBERS, ...SELECT_MEMBERS]);
  const select = Object.fromEntries(SELECT_MEMBERS.map((name) => [name, members.value(name) ?? null]));
  const { command, log } = readSelect({ EntityName: 'Any', ...select }, strict);
  const { sort, pager, nullSafeNegation: nullSafe } = command;
  reader.faults.push(...command.faults.list);
  const where = rewriteFilters(command.where, (filter) => ({ ...filter, nullSafe }));
  const run: Run = {
    tokens: readReqtokens(members),
    view: readView(members),
    where,
    sort,
    pager,
    faults: reader.faults,
  };
  return { run, log: [...reader.log, ...log] };
}

/** Reads `Reqtokens`, whose keys are data: near misses do not apply. */
function readReqtokens(members: Members): JsonObject {
  const json = members.value('Reqtokens') ?? {};
  if (isObject(json)) return json;
  members.fault('Reqtokens', 'Reqtokens must be an object of parameter → value.');
  return {};
}

/** Reads the view; several aliases must have the same value. */
function readView(members: Members): string | undefined {
  const given = VIEW_MEMBERS.map((name) => members.optionalText(name) ?? '').filter((view) => view !== '');
  const names = new Set(given.map((view) => view.toLowerCase()));
  if (names.size > 1) return members.fault('SavedView', `${VIEW_MEMBERS.join(', ')} must name one view, not several.`);
  return given[0];
}
