import { EnvironmentsWithRuns } from '#automation/queue/environments-with-runs.js';

const NOW_MS = 1_000_000;
const RECENT_MS = NOW_MS - 2_000;
const sinceOf = (known: EnvironmentsWithRuns): object =>
  Object.fromEntries(known.ids.map((id, i) => [id, known.sinceMs[i]]));

// Requirement: F20
it.each<[string, readonly number[], boolean, number]>([
  ['the first claimed run of a backlog', [500, 400, 600], true, 400],
  ['shortly before the claim, as runs become visible late', [NOW_MS - 10], true, RECENT_MS],
  ['shortly before the claim where nothing is due', [], true, RECENT_MS],
  ['the beginning where the claim has not read all', [], false, 0],
])('begins at %s', (_, dueMs, isRead, since) => {
  const known = new EnvironmentsWithRuns();
  known.note(NOW_MS, [{ id: 'a', dueMs, isRead }]);
  expect(sinceOf(known)).toEqual({ a: since });
});

it('stays where a later claim has not read all', () => {
  const known = new EnvironmentsWithRuns();
  known.note(NOW_MS, [{ id: 'a', dueMs: [400], isRead: true }]);
  known.note(NOW_MS + 1, [{ id: 'a', dueMs: [], isRead: false }]);
  expect(sinceOf(known)).toEqual({ a: 400 });
});

it('goes back with the clock of the database', () => {
  const known = new EnvironmentsWithRuns();
  known.note(NOW_MS, [{ id: 'a', dueMs: [], isRead: true }]);
  known.note(NOW_MS - 3_600_000, [{ id: 'a', dueMs: [], isRead: true }]);
  expect(sinceOf(known)).toEqual({ a: RECENT_MS - 3_600_000 });
});

it('forgets environments without runs', () => {
  const known = new EnvironmentsWithRuns();
  for (const id of ['a', 'b']) known.note(NOW_MS, [{ id, dueMs: [], isRead: true }]);
  known.keepOnly(new Set(['b']));
  expect(known.ids).toEqual(['b']);
});
