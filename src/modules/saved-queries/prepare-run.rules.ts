import type { RequestContext } from '../../core/context.js';
import { bothClauses } from '../../core/requests/rewrite-filters.js';
import { boundFilter } from '../../core/query-parameters/bind-filter.js';
import { readTokens } from '../../core/query-parameters/read-tokens.js';
import { changeClauses } from '../../core/requests/change-clauses.js';
import type { SelectCommand } from '../../core/requests/select-command.js';
import { wideningFaults } from './narrowing.rules.js';
import type { Run } from './run.js';
import type { SavedQuery, SavedView } from './saved-query.js';

/** A run as the query it comes to, and lines for the answer's `Log`. */
export interface PreparedRun {
  readonly command: SelectCommand;
  readonly log: readonly string[];
}

/**
 * Puts a saved query, a view of it and what the caller adds together: filters add up, the order that was named last
 * wins, and filters whose optional parameter has no value leave the logic (R142–R145). Faults go to the run's.
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

const defaultContextOf = ({ at, catalogue, principal }: RequestContext) => ({
  at,
  timeZone: catalogue.environment.settings.timeZone,
  userId: principal.userId,
});

/** A view the caller may use, by its name in any letter case or its id; others are as unknown as if they did not exist. */
function visibleView(ctx: RequestContext, { views }: SavedQuery, wanted: string): SavedView | undefined {
  const key = wanted.toLowerCase();
  return views.find((view) => (view.id === key || view.name.toLowerCase() === key) && isVisible(ctx, view));
}

function isVisible({ principal }: RequestContext, { visibility, ownerId, roleId }: SavedView): boolean {
  if (visibility === 'Private') return ownerId === principal.userId;
  return visibility === 'All' || principal.roleIds.some((id) => id === roleId);
}

/** The query, its view and what a run adds, as one. Parameters have no values yet. */
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
