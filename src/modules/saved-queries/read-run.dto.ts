import { rewriteFilters } from '../../core/requests/rewrite-filters.js';
import { isObject, type JsonObject, type JsonValue } from '../../core/json/json.js';
import { ShapeReader, type Members } from '../../core/requests/shape-reader.js';
import { readSelect } from '../../core/requests/read-select.js';
import type { Run } from './run.js';

/** Members a run shares with an ad hoc query. */
const SELECT_MEMBERS = ['WhereClause', 'Sort', 'Pager', 'Options'];
/** The one name of a view that the interface shows, and two more that clients know. */
const VIEW_MEMBERS = ['SavedView', 'CustomViewId', 'CustomViewID'];

/**
 * Reads the body of a saved query's run; no body is an empty one.
 * @returns the run, which carries the faults of the shape, and lines for the answer's `Log`.
 */
export function readRun(
  body: JsonValue | undefined,
  strict: boolean,
): { readonly run: Run; readonly log: readonly string[] } {
  const reader = new ShapeReader(strict);
  const json = body ?? {};
  const members = reader.object(json, '', ['Reqtokens', ...VIEW_MEMBERS, ...SELECT_MEMBERS]);
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

/** Keys are data here: none is a near miss of another. */
function readReqtokens(members: Members): JsonObject {
  const json = members.value('Reqtokens') ?? {};
  if (isObject(json)) return json;
  members.fault('Reqtokens', 'Reqtokens must be an object of parameter → value.');
  return {};
}

/** Clients that send several of the names must mean the same by them. */
function readView(members: Members): string | undefined {
  const given = VIEW_MEMBERS.map((name) => members.optionalText(name) ?? '').filter((view) => view !== '');
  const names = new Set(given.map((view) => view.toLowerCase()));
  if (names.size > 1) return members.fault('SavedView', `${VIEW_MEMBERS.join(', ')} must name one view, not several.`);
  return given[0];
}
