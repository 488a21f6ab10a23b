import {
  compileEndedBytes,
  compileExpire,
  planEndedBytes,
  planExpire,
} from '../../../../src/core/runs/expire-runs.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { textOf } from '../approvals/process-fixture.js';

const ctx = fixtureContext();

it('removes a bounded number of steps, then runs without steps', () => {
  const plan = planExpire(ctx, { days: 30, endedBy: '-infinity' }, 1_000);
  expect(plan.args.values.slice(-3)).toEqual([30, '-infinity', 1_000]);
  const text = textOf(compileExpire(ctx, plan));
  expect(text).toMatch(/ORDER BY r\."EndedOn" LIMIT \$\d+::int/);
  expect(text).toMatch(/AND NOT EXISTS \(SELECT FROM .*"WorkflowStep" s WHERE s\."RunId" = old\.id\)/);
});

it('adds up the bytes of runs and their steps from the newest on, without dividing those of one time', () => {
  const plan = planEndedBytes(ctx, { endedBefore: 'infinity', room: 5 }, 1_000);
  const text = textOf(compileEndedBytes(ctx, plan));
  expect(text).toMatch(/ORDER BY r\."EndedOn" DESC FETCH FIRST \(\$\d+::int\) ROWS WITH TIES/);
  expect(text).toMatch(/FILTER \(WHERE a\.total > \$\d+::bigint\)/);
});
