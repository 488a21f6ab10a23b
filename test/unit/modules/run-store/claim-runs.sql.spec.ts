import { claimText } from '../../../../src/modules/run-store/claim-runs.sql.js';

const parameters = (text: string): readonly string[] => [...new Set(text.match(/\$\d/g))].toSorted();

it('reads the environments from the queue, or takes those that are known', () => {
  expect(claimText('all')).toMatch(/UNION ALL[\s\S]*r\.environment_id > e\.id/);
  expect(claimText('known')).not.toContain('UNION ALL');
  expect(claimText('known')).toContain('unnest($8::uuid[], $9::float8[])');
});

it.each([
  ['all', ['$1', '$2', '$3', '$4', '$5', '$6', '$7']],
  ['known', ['$1', '$2', '$3', '$4', '$5', '$6', '$7', '$8', '$9']],
] as const)('has the values of %s', (scope, expected) => {
  expect(parameters(claimText(scope))).toEqual(expected);
});

// Requirement: F20
it('reads only the due times since the known one', () => {
  expect(claimText('known')).toContain('r.due_at >= e.since AND r.due_at <= now()');
});

// Requirement: F16
it('leaves further runs whose process has ended twice, where the process has one', () => {
  expect(claimText('all')).toContain('d.is_suspect AND ($7 OR');
});
