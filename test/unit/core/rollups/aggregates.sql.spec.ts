import { aggregatedChildren } from '../../../../src/core/rollups/aggregated-children.js';
import { aggregatesSql, emptyRollup, rollupValue } from '../../../../src/core/rollups/aggregates.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { raw, render } from '../../../../src/core/sql/sql.js';
import { bill, ctx, rollups } from './bills.js';

it('one row per parent that has children, every rollup of the relation in it', () => {
  const [children] = aggregatedChildren(ctx, bill, rollups, new Args(ctx));
  expect(render(aggregatesSql(ctx, { children, rows: raw('lines'), parents: raw('true') })).text).toBe(
    `(SELECT c."BillId" AS parent, sum(c."Amount") AS "Total", count(*) FILTER (WHERE c."Quantity" < $1::bigint) AS "Few" FROM lines c WHERE true GROUP BY c."BillId")`,
  );
});

it('a sum and a count of nothing are 0', () => {
  const [total] = rollups;
  expect(render(rollupValue(total, raw('a."Total"'))).text).toBe('(COALESCE(a."Total", 0))::bigint');
  expect(render(emptyRollup(total)).text).toBe('(COALESCE(NULL, 0))::bigint');
});
