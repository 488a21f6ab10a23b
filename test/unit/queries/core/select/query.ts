import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { render, type Sql } from '#core/sql/sql.js';
import { planSelect } from '#queries/core/select/plan-select.js';
import type { SelectPlan } from '#queries/core/select/select-plan.js';
import { readSelect } from '#core/requests/read-select.js';
import { fixtureContext } from '../../../../support/fixture-catalogue.js';
import { jsonOf } from '../../../../support/json-of.js';

/** Plans the body of a query. */
export const planOf = (body: object, ctx: RequestContext = fixtureContext()): SelectPlan =>
  planSelect(ctx, readSelect(jsonOf(body), false).command);

/** Faults of a body as `Code path`; empty when it can be planned. */
export function faultsOf(body: object, ctx?: RequestContext): string[] {
  try {
    planOf(body, ctx);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.faults.map(({ code, path = '' }: Fault) => `${code} ${path}`.trim());
  }
}

/** A fragment as text, with the values that `$1…$n` stand for. */
export function bound(fragment: Sql, { args }: SelectPlan): { readonly text: string; readonly values: unknown[] } {
  const { text, slots } = render(fragment);
  return { text, values: slots.map((slot) => args.values[slot]) };
}

/** A where-clause of one filter. */
export const where = (FieldName: string, Operator: string, Value?: unknown, more: object = {}): object => ({
  Filters: [{ FieldName, Operator, Value, ...more }],
});

/** Text that measures a row with one large value. @param size of the value as stored */
export const measured = (size: string, value: string, row: string, limit = 8): string =>
  `CASE WHEN COALESCE(${size}, 0) <= 65536 OR (SELECT platform.within_${limit}_mb(octet_length(v.json)) > 0 ` +
  `FROM (VALUES (${value})) v(json)) THEN ${row} END`;
