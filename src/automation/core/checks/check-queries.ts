import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { faultAt, nameFaults, type MemberFaults } from '#definitions/core/checks/member-faults.js';
import { DomainError } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import { planSelect } from '#queries/core/select/plan-select.js';
import { parametersOf } from '#queries/core/parameters/bind-filter.js';
import { changeClauses } from '#core/requests/change-clauses.js';
import { readSelect, SELECT_MEMBERS } from '#core/requests/read-select.js';
import type { SelectCommand } from '#core/requests/select-command.js';
import { trialContext, type ActionCheck, type NamedQuery } from './action-check.js';
import { comparedFaults, faultsOf, placedFilters, withSamples, type PlacedFilter } from './check-clauses.js';
import { givenTokenFaults } from './check-given-tokens.js';
import { clauseTokenFaults, isOfToken, literalFaults, placed, tokenFaults } from './token-faults.js';
import { rowOf, type RowValues } from './token-scope.js';
import { ANY_VALUE, valuesOf } from './token-values.js';

/** Finds the faults of RunQuery. @param found receives the row of its result, unless there are faults */
export function* queryFaults(check: ActionCheck, found: (row: RowValues) => void): MemberFaults {
  const { json } = check;
  if ((json.QueryName ?? null) !== null) yield* savedFaults(check, found);
  else yield* selectFaults(check, found);
}

/** Members that are allowed beside QueryName. */
const BESIDE_NAME: ReadonlySet<string> = new Set(['EntityName', 'Pager']);

function* savedFaults({ ctx, named, scope, json, path }: ActionCheck, found: (row: RowValues) => void): MemberFaults {
  for (const name of ['QueryName', 'EntityName', 'Pager']) yield* literalFaults(json[name], `${path}.${name}`);
  for (const name of SELECT_MEMBERS.filter((each) => !BESIDE_NAME.has(each) && (json[each] ?? null) !== null))
    yield faultAt(`${path}.${name}`, `${name} is not allowed together with QueryName; the saved query has it.`);
  const { QueryName: name, EntityName: entityName = null } = json;
  if (typeof name !== 'string' || name.includes('{{')) return;
  const of = typeof entityName === 'string' ? entityName.toLowerCase() : undefined;
  const queries = named.queries.filter((each) => of === undefined || each.entityName.toLowerCase() === of);
  const [query, second] = queries.filter((each) => each.name.toLowerCase() === name.toLowerCase());
  const kind = typeof entityName === 'string' ? `a saved query of ${entityName}` : 'a saved query';
  if (!query) return yield* nameFaults(name, `${path}.QueryName`, { kind, names: queries.map((each) => each.name) });
  if (second)
    return yield faultAt(
      `${path}.QueryName`,
      `${query.entityName} and ${second.entityName} have a query '${query.name}'; give EntityName.`,
    );
  const taker = { name: query.name, parameters: query.parameters, path: `${path}.Reqtokens` };
  yield* givenTokenFaults(scope, json.Reqtokens, taker);
  found(savedRow(ctx, query));
}

/** Row of a saved query; undefined if the query itself has faults, which are reported there. */
function savedRow(ctx: RequestContext, { select }: NamedQuery): RowValues {
  const isFixed = changeClauses(select, (filter) => (parametersOf(filter)?.length === 0 ? filter : undefined));
  try {
    return rowOfPlan(trialContext(ctx), isFixed);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function* selectFaults({ ctx, scope, json, path }: ActionCheck, found: (row: RowValues) => void): MemberFaults {
  if ((json.Reqtokens ?? null) !== null) yield faultAt(`${path}.Reqtokens`, 'Reqtokens are given to a QueryName only.');
  const body: JsonObject = Object.fromEntries(Object.entries(json).filter(([name]) => SELECT_MEMBERS.includes(name)));
  const { GlobalSearch: search, ...rest } = body;
  yield* tokenFaults(scope, search, `${path}.GlobalSearch`);
  let hasNameTokens = false;
  for (const [name, value] of Object.entries(rest)) {
    for (const fault of clauseTokenFaults(scope, value, `${path}.${name}`)) {
      hasNameTokens = true;
      yield fault;
    }
  }
  let filters: readonly PlacedFilter[] = [];
  const faults = faultsOf(() => {
    const { command } = readSelect(body, true);
    const entity = ctx.catalogue.entity(command.entityName);
    filters = filtersOf(ctx, entity, command);
    if (command.faults.list.length > 0) return command.faults.list;
    const row = rowOfPlan(trialContext(ctx), changeClauses(command, withSamples(filters)));
    if (!hasNameTokens) found(row);
    return [];
  });
  yield* comparedFaults(scope, filters, `${path}.`);
  for (const fault of faults) if (!isOfToken(fault)) yield placed({ path: 'EntityName', ...fault }, path);
}

const filtersOf = (ctx: RequestContext, entity: Entity, { where, having, includes }: SelectCommand) => {
  const { catalogue } = ctx;
  const others = [having, ...includes.map((include) => include.where)];
  return [
    ...placedFilters(catalogue, entity, where),
    ...others.flatMap((clause) => [...placedFilters(catalogue, undefined, clause)]),
  ];
};

/** Plans a query and describes its rows. @throws {DomainError} with its faults */
function rowOfPlan(ctx: RequestContext, command: SelectCommand): RowValues {
  const { entity, fields, grouping, includes, loadLookUpValues, loadRecordInfo } = planSelect(ctx, command);
  const shown = grouping ? grouping.shown : fields;
  const row = new Map(
    shown
      ? shown.map(({ name, field }) => [name, loadLookUpValues && field.target ? ANY_VALUE : valuesOf(field)] as const)
      : [...(rowOf(entity) ?? [])].map(([name, values]) => {
          const isShown = loadLookUpValues && values.type !== 'Any' && values.type.target !== undefined;
          return [name, isShown ? ANY_VALUE : values] as const;
        }),
  );
  for (const { name } of includes) row.set(name, ANY_VALUE);
  if (loadRecordInfo) row.set('RecordInfo', ANY_VALUE);
  return row;
}
