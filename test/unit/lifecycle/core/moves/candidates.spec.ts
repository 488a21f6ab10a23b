import { transitionsTo } from '#lifecycle/core/moves/candidates.js';
import { leavesFrom } from '#core/catalogue/lifecycle.js';
import { JOB, mover, ROLES, STATUS } from './move-fixture.js';

// Requirement: R162
it.each<[string, readonly string[] | undefined, readonly string[]]>([
  ['no role', [], ['Finish']],
  ['the role without the permission', [ROLES.boss], ['Finish']],
  ['the permission without the role', [ROLES.dropper], ['Finish']],
  ['role and permission', [ROLES.boss, ROLES.dropper], ['Finish', 'Drop']],
  ['all rights', undefined, ['Finish', 'Drop']],
])('offers a caller with %s these transitions', (_, roleIds, names) => {
  const found = transitionsTo(mover(roleIds), JOB.lifecycle, STATUS.done);
  expect(found.map(({ name }) => name)).toEqual(names);
});

// Requirement: R176
it('takes * for every status but the target and final ones', () => {
  const [, , drop] = JOB.lifecycle.transitions;
  const left = Object.values(STATUS).filter((id) => leavesFrom(JOB.lifecycle, drop, id));
  expect(left).toEqual([STATUS.fresh, STATUS.open]);
});
