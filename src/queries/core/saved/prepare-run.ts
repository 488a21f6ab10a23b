import { defaultContextOf, type RequestContext } from '#core/context/context.js';
import { bothClauses } from '#core/requests/rewrite-filters.js';
import { boundFilter } from '#queries/core/parameters/bind-filter.js';
import { readTokens } from '#queries/core/parameters/read-tokens.js';
import { changeClauses } from '#core/requests/change-clauses.js';
import type { SelectCommand } from '#core/requests/select-command.js';
import { wideningFaults } from './narrowing.js';
import type { Run } from './run.js';
import type { SavedQuery, SavedView } from './saved-query.js';

/** Query of a run, and lines for the answer's `Log`. */
export interface PreparedRun {
  readonly command: SelectCommand;
  readonly log: readonly string[];
}

/**
 * Combines a saved query, a view and the caller's additions: filters are joined by AND, the last order wins, and
 * filters of optional parameters without value are removed (docs/interface/queries.md#query-parameters). Faults go to
 * the run.
 */
export function prepareRun(ctx: RequestContext, query: SavedQuery, run: Run): PreparedRun {
  const { faults } = run;
  const view = run.view === undefined ? undefined : visibleView(ctx, query, run.view);
  if (run.view !== undefined && !view) {
    faults.add('NotFound', `${query.name} has no such view for you.`, { path: 'SavedView' });
  }
  faults.push(...wideningFaults(query.select, run.where));
  const { values, log } = readTokens(query.parameters, run.tokens, defaultContextOf(ctx), faults);
  return { command: changeClauses(combined(query, view, run), (filter) => boundFilter(filter, values)), log };
}

/**
 * Finds a view by id, or by its name in any letter case: the caller's own one first, else the oldest that others share. Views
 * that the caller may not use are treated as unknown.
 */
function visibleView(ctx: RequestContext, { views }: SavedQuery, wanted: string): SavedView | undefined {
  const key = wanted.toLowerCase();
  const visible = views.filter((view) => isVisible(ctx, view));
  const named = visible.filter(({ name }) => name.toLowerCase() === key).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return (
    visible.find(({ id }) => id === key) ?? named.find(({ ownerId }) => ownerId === ctx.principal.userId) ?? named[0]
  );
}

/** Tells whether a view is one that the caller may name. */
export function isVisible({ principal }: RequestContext, { visibility, ownerId, roleId }: SavedView): boolean {
  if (visibility === 'Private') return ownerId === principal.userId;
  return visibility === 'All' || principal.roleIds.some((id) => id === roleId);
}

/** Merges query, view and additions; parameters have no values yet. */
export function combined(
  { select }: SavedQuery,
  view: SavedView | undefined,
  run: Pick<Run, 'where' | 'sort' | 'pager' | 'faults'>,
): SelectCommand {
  const orders = [run.sort, view?.select.sort ?? [], select.sort];
  return {
    ...select,
    selectedFields: view?.select.selectedFields ?? select.selectedFields,
    where: bothClauses(bothClauses(select.where, view?.select.where), run.where),
    sort: orders.find(({ length }) => length > 0) ?? [],
    pager: run.pager,
    faults: run.faults,
  };
}
