import { StatementLatency } from '#platform/database/connections/statement-latency.js';

/** Notes equal runs until the statement is short. @returns their number */
function runsUntilShort(latency: StatementLatency, ms: number): number {
  let runs = 0;
  for (; !latency.isShort && runs < 1_000; runs++) latency.note(ms);
  return runs;
}

describe('the latency of a statement', () => {
  it('is short after a dozen short runs, never after long ones', () => {
    expect(runsUntilShort(new StatementLatency(), 1)).toBe(11);
    expect(runsUntilShort(new StatementLatency(), 11)).toBe(1_000);
  });

  it('stays short after one long run among short ones', () => {
    const latency = new StatementLatency();
    runsUntilShort(latency, 1);
    for (let i = 0; i < 50; i++) latency.note(1);
    latency.note(40);
    expect(latency.isShort).toBe(true);
    for (let i = 0; i < 3; i++) latency.note(40);
    expect(latency.isShort).toBe(false);
  });

  it('takes some 35 short runs after a run was stopped', () => {
    const latency = new StatementLatency();
    runsUntilShort(latency, 0);
    latency.noteStopped();
    expect(latency.isShort).toBe(false);
    expect(runsUntilShort(latency, 0)).toBe(35);
  });
});
