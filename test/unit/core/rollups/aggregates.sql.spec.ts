import { aggregatedChildren } from '../../../../src/core/rollups/aggregated-children.js';
import { aggregatesSql, emptyRollup, rollupValue } from '../../../../src/core/rollups/aggregates.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { raw, render } from '../../../../src/core/sql/sql.js';
import { bill, ctx, rollups } from './bills.js';

it('renders one row per parent with children, with every rollup of the relation', () => {
  const [children] = aggregatedChildren(ctx, bill, rollups, new Args(ctx));
  expect(render(aggregatesSql(ctx, { children, rows: raw('lines'), parents: raw('true') })).text).toBe(
    `(SELECT c."BillId" AS parent, sum(c."Amount") AS "Total", count(*) FILTER (WHERE c."Quantity" < $1::bigint) AS "Few" FROM lines c WHERE true GROUP BY c."BillId")`,
  );
});

it('gives 0 for a sum and a count of nothing', () => {
  const [total] = rollups;
  expect(render(rollupValue(total, raw('a."Total"'))).text).toBe('(COALESCE(a."Total", 0))::bigint');
  expect(render(emptyRollup(total)).text).toBe('(COALESCE(NULL, 0))::bigint');
});
