import { judgedTransitions, verdictsOf } from '#lifecycle/core/moves/judgement.js';
import { allHeld, heldSql } from '#lifecycle/core/moves/judged.sql.js';
import { Args } from '#core/statements/args.js';
import { JOB, mover, STATUS, textOf } from './move-fixture.js';

const ctx = mover();
const judged = judgedTransitions(ctx, JOB.entity, JOB.lifecycle.transitions, new Args(ctx));

// Requirement: R162
it('judges conditions only in the statuses that their transition leads out of', () => {
  const text = textOf(heldSql(ctx, JOB.entity, JOB.lifecycle, { judged, rows: 'w' }));
  expect(text).toContain(`CASE WHEN w."StatusId" = '${STATUS.fresh}'::uuid THEN ARRAY[]::boolean[]::text END`);
  expect(text).toContain(`WHEN w."StatusId" IN ('${STATUS.fresh}'::uuid, '${STATUS.open}'::uuid) THEN`);
  expect(text).toMatch(/AS held FROM w LEFT JOIN .* wj1 ON wj1."Id" = w."ClientId"$/);
  expect(judged.map((each) => textOf(allHeld(each)))).toEqual(["'{}'", "'{t,t}'", "'{t}'"]);
});

it('reads the results by filters and validators', () => {
  const verdicts = verdictsOf(judged, [null, '{t,f}', '{f}']);
  expect(
    verdicts.map(({ judged: { transition }, isShown, failing }) => [transition.name, isShown, failing.length]),
  ).toEqual([
    ['Finish', true, 1],
    ['Drop', true, 1],
  ]);
  expect(verdictsOf(judged, ['{}', '{f,t}', null]).map(({ isShown }) => isShown)).toEqual([true, false]);
});
