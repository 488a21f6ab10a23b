import { rowsAnswered, rowsRead, type PlanNode } from '#queries/core/advice/explained-plan.js';

const node = (type: string, more: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': type,
  'Total Cost': 1,
  'Plan Rows': 1,
  ...more,
});

const PLAN = node('Aggregate', {
  'Actual Rows': 1,
  'Actual Loops': 1,
  Plans: [
    node('Index Only Scan', { 'Parent Relationship': 'InitPlan', 'Actual Rows': 7_000, 'Actual Loops': 1 }),
    node('Limit', {
      'Parent Relationship': 'Outer',
      'Actual Rows': 51,
      'Actual Loops': 1,
      Plans: [
        node('Nested Loop', {
          'Actual Rows': 51,
          Plans: [
            node('Seq Scan', { 'Actual Rows': 100, 'Rows Removed by Filter': 900, 'Actual Loops': 1 }),
            node('Index Scan', { 'Actual Rows': 1, 'Actual Loops': 100 }),
          ],
        }),
      ],
    }),
    node('Aggregate', {
      Plans: [
        node('Bitmap Heap Scan', {
          'Actual Rows': 10,
          'Rows Removed by Index Recheck': 5,
          'Actual Loops': 2,
          Plans: [node('Bitmap Index Scan', { 'Actual Rows': 15, 'Actual Loops': 2 })],
        }),
      ],
    }),
  ],
});

it('adds the rows of tables in all loops, with those that filters removed', () => {
  expect(rowsRead(PLAN)).toBe(7_000 + 1_000 + 100 + 30);
});

it('takes the rows below the last aggregation for the answered ones', () => {
  expect(rowsAnswered(PLAN)).toBe(51);
  expect(rowsAnswered(node('Index Scan', { 'Actual Rows': 1, 'Actual Loops': 1 }))).toBe(1);
});
