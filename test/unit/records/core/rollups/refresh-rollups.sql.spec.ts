import { planRefresh } from '#records/core/rollups/refresh-rollups.sql.js';
import { bill, ctx, rollups } from './bills.js';

const plan = planRefresh(ctx, bill, rollups, ['00000000-0000-4000-8000-000000000001']);

it('checks the rules that read a rollup or a field computed from it', () => {
  expect(plan.checks.map(({ message }) => message)).toEqual(['Too much.']);
  const other = planRefresh(ctx, bill, [rollups[1]], []);
  expect(other.checks).toEqual([]);
});
