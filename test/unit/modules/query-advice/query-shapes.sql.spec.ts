import { ADD_CALLS, EXPIRE_SHAPES, READ_SHAPES } from '../../../../src/modules/query-advice/query-shapes.sql.js';

it('adds calls in the order of the key, so that nodes do not deadlock', () => {
  expect(ADD_CALLS).toMatch(/ORDER BY environment_id, hash\s+ON CONFLICT \(environment_id, hash\) DO UPDATE/);
  expect(ADD_CALLS).toContain('calls = stored.calls + excluded.calls');
});

it('reads the shapes of one environment and keeps a bounded number of each', () => {
  expect(READ_SHAPES).toMatch(/WHERE environment_id = \$1/);
  expect(EXPIRE_SHAPES).toMatch(/PARTITION BY environment_id ORDER BY total_ms DESC/);
});
