import { shortened } from '#core/nearest.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, Faults, type Fault } from '#core/errors.js';
import type { Filter } from '#core/requests/where-clause.js';
import { boundFilter, parametersOf } from '#queries/core/parameters/bind-filter.js';
import { planSelect } from '#queries/core/select/plan-select.js';
import { changeClauses } from '#core/requests/change-clauses.js';
import { systemContext } from '#core/context/system-context.js';
import { wideningFaults } from './narrowing.js';
import { combined } from './prepare-run.js';
import type { SavedQuery, SavedView } from './saved-query.js';

/** Placeholder for parameter values while a query is validated; values are checked when it runs. */
const TRIAL_VALUE = '';

/**
 * Plans a query, alone or with a view, for a caller with all rights.
 * @throws {DomainError} with the faults that prevent it from running.
 */
export const tryQuery = ({ catalogue, correlationId, at }: RequestContext, query: SavedQuery, view?: SavedView): void =>
  planTrial(systemContext(catalogue, correlationId, at), query, view);

/** Tells whether the caller may run a query, alone or with a view, with values that its parameters accept. */
export const mayRun = (ctx: RequestContext, query: SavedQuery, view?: SavedView): boolean =>
  faultsIn(() => planTrial(ctx, query, view)).length === 0;

function planTrial(ctx: RequestContext, query: SavedQuery, view?: SavedView): void {
  const faults = new Faults();
  const values = new Map(query.parameters.map(({ name }) => [name.toLowerCase(), TRIAL_VALUE]));
  faults.push(...wideningFaults(query.select, view?.select.where));
  const command = changeClauses(combined(query, view, { sort: [], faults }), (filter) => {
    faults.push(...nameFaults(filter, values));
    return boundFilter(filter, values);
  });
  planSelect(ctx, command);
}

/** Lists the faults of a trial, without those of values that only a run has. */
export function faultsIn(tried: () => void): readonly Fault[] {
  try {
    tried();
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.faults.filter(({ path }) => !path?.startsWith('Reqtokens'));
    throw error;
  }
}

/** Refuses unknown parameter names, whose filters would silently be dropped. */
function nameFaults(filter: Filter, known: ReadonlyMap<string, unknown>): readonly Fault[] {
  const names = parametersOf(filter) ?? [];
  const path = `${filter.path}.Value`;
  return names
    .filter((name) => !known.has(name.toLowerCase()))
    .map((name) => ({ code: 'BadFilter', message: `There is no parameter '${shortened(name)}'.`, path }));
}
