import { MATCH_FAULTS } from '#records/core/matching/match-plan.js';
import { planUpdate } from '#records/core/updates/plan-update.js';
import { updateFaults } from '#records/core/updates/update-faults.js';
import { matchFaults } from '#records/core/matching/match-faults.js';
import { givenId, matching, updateOf, writer } from '../inserts/write-fixture.js';

const [A, B] = [givenId(1), givenId(2)];

it.each<[string, string | null, object[]]>([
  ['nothing', null, []],
  // Requirement: T29
  ['a hidden record, without its id', '[[0,null]]', [{ code: 'OutOfScope' }]],
  [
    'records outside of the scope, with their ids',
    `[[1,"${A}"],[1,"${B}"]]`,
    [{ code: 'OutOfScope', recordId: A }, { recordId: B }],
  ],
  ['too many rows', '[[2,null]]', [{ code: 'TooManyRows' }]],
  ['a stale version', `[[3,"${A}"]]`, [{ code: 'VersionMismatch', recordId: A }]],
  [
    'a record that is gone',
    '[[3,null]]',
    [{ code: 'VersionMismatch', message: 'The record is gone, or you may not see it.' }],
  ],
  ['what is no fault of matching', `[[4,"${A}"]]`, []],
])('reports for matched rows: %s', (_, found, faults) => {
  const told = matchFaults({}, found);
  expect(told).toHaveLength(faults.length);
  expect(told).toMatchObject(faults);
  if (found?.includes('null')) expect(told[0]).not.toHaveProperty('recordId');
});

it('reports a faulty value once, and a faulty row once per row', () => {
  const ctx = writer();
  const draft = updateOf('Customer', { RegionId: A, Code: 'x' });
  const plan = planUpdate(ctx, draft, matching(ctx, 'Customer', 'Name', 3, 'x'), 'store');
  const number = (kind: string): number =>
    MATCH_FAULTS.length + plan.checks.findIndex(({ test }) => test.kind === kind);
  const found = [number('lookup'), number('immutable'), number('rule')].flatMap((check) =>
    [A, B].map((id) => [check, id]),
  );
  const rows = [{ recordId: A }, { recordId: B }];
  const faults = updateFaults(plan, draft, JSON.stringify([...found, [3, A]]));
  expect(faults).toEqual([
    { code: 'VersionMismatch', message: expect.any(String), recordId: A },
    { code: 'Validation', message: 'RegionId: there is no such Region.', path: 'Fields[0]', fieldName: 'RegionId' },
    ...rows.map((row) => ({
      code: 'FieldRule',
      message: 'Code cannot be changed after the record was created.',
      path: 'Fields[1]',
      fieldName: 'Code',
      ...row,
    })),
    ...rows.map((row) => ({
      code: 'FieldRule',
      message: 'Give it a name.',
      path: 'Fields',
      fieldName: 'Name',
      ...row,
    })),
  ]);
});
