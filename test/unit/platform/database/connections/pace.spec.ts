import { Pace } from '#platform/database/connections/pace.js';

/** Notes equal runs until the statement is short. @returns their number */
function runsUntilShort(pace: Pace, ms: number): number {
  let runs = 0;
  for (; !pace.isShort && runs < 1_000; runs++) pace.note(ms);
  return runs;
}

describe('the pace of a statement', () => {
  it('is short after a dozen short runs, never after long ones', () => {
    expect(runsUntilShort(new Pace(), 1)).toBe(11);
    expect(runsUntilShort(new Pace(), 11)).toBe(1_000);
  });

  it('stays short after one long run among short ones', () => {
    const pace = new Pace();
    runsUntilShort(pace, 1);
    for (let i = 0; i < 50; i++) pace.note(1);
    pace.note(40);
    expect(pace.isShort).toBe(true);
    for (let i = 0; i < 3; i++) pace.note(40);
    expect(pace.isShort).toBe(false);
  });

  it('takes some 35 short runs after a run was stopped', () => {
    const pace = new Pace();
    runsUntilShort(pace, 0);
    pace.noteStopped();
    expect(pace.isShort).toBe(false);
    expect(runsUntilShort(pace, 0)).toBe(35);
  });
});
