import { compileRefresh, planRefresh } from '../../../../src/core/rollups/refresh-rollups.sql.js';
import { render } from '../../../../src/core/sql/sql.js';
import { bill, ctx, rollups } from './bills.js';

const plan = planRefresh(ctx, bill, rollups, ['00000000-0000-4000-8000-000000000001']);
const { text } = render(compileRefresh(ctx, plan));

// Requirement: T65, T68
it('changes only records whose rollups differ, unless a rule refuses', () => {
  expect(text).toContain('y."Total" IS DISTINCT FROM m."Total" OR y."Few" IS DISTINCT FROM m."Few"');
  expect(text).toContain('SET "Total" = x."Total", "Few" = x."Few", "RowVersion" = m."RowVersion" + 1');
  expect(text).toContain('NOT EXISTS (SELECT 1 FROM fault)');
  expect(text).toContain(`'Rollup' FROM d c`);
});

it('checks the rules that read a rollup or a field computed from it', () => {
  expect(plan.guards.map(({ message }) => message)).toEqual(['Too much.']);
  const other = planRefresh(ctx, bill, [rollups[1]], []);
  expect(other.guards).toEqual([]);
});
