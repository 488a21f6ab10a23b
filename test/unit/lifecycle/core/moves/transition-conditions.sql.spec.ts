import { evaluatedTransitions, conditionResultsOf } from '#lifecycle/core/moves/transition-conditions.js';
import { allMet, conditionsSql } from '#lifecycle/core/moves/transition-conditions.sql.js';
import { Args } from '#core/statements/args.js';
import { JOB, mover, STATUS, textOf } from './move-fixture.js';

const ctx = mover();
const evaluated = evaluatedTransitions(ctx, JOB.entity, JOB.lifecycle.transitions, new Args(ctx));

// Requirement: R162
it('evaluates conditions only in the statuses that their transition leads out of', () => {
  const text = textOf(conditionsSql(ctx, JOB.entity, JOB.lifecycle, { evaluated, rows: 'w' }));
  expect(text).toContain(`CASE WHEN w."StatusId" = '${STATUS.fresh}'::uuid THEN ARRAY[]::boolean[]::text END`);
  expect(text).toContain(`WHEN w."StatusId" IN ('${STATUS.fresh}'::uuid, '${STATUS.open}'::uuid) THEN`);
  expect(text).toMatch(/AS held FROM w LEFT JOIN .* wj1 ON wj1."Id" = w."ClientId"$/);
  expect(evaluated.map((each) => textOf(allMet(each)))).toEqual(["'{}'", "'{t,t}'", "'{t}'"]);
});

it('reads the results by filters and validators', () => {
  const conditionResults = conditionResultsOf(evaluated, [null, '{t,f}', '{f}']);
  expect(
    conditionResults.map(({ evaluated: { transition }, isShown, failing }) => [
      transition.name,
      isShown,
      failing.length,
    ]),
  ).toEqual([
    ['Finish', true, 1],
    ['Drop', true, 1],
  ]);
  expect(conditionResultsOf(evaluated, ['{}', '{f,t}', null]).map(({ isShown }) => isShown)).toEqual([true, false]);
});
