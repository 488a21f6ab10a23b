import { FairShare } from '#platform/process/shares/fair-share.js';
import type { Consumer } from '#platform/process/shares/permit.js';
import { SimulatedClock } from './simulated-clock.js';
import { STATEMENTS } from './simulated-share.js';

const VICTIM = { tenantId: 'Northgate', userId: 'victim' };
const REQUESTS = 600;

const greedy = (tenantId: string, count: number): Consumer[] =>
  Array.from({ length: count }, (_, i) => ({ tenantId, userId: `greedy ${i}` }));

/** Statements of `ms`: 20 at once, each repeated as soon as it is over, refused or stopped. */
function attack(clock: SimulatedClock, share: FairShare, consumers: readonly Consumer[], ms: number): void {
  const again = async (consumer: Consumer): Promise<void> => {
    for (;;)
      await share
        .withPermit(consumer, (permit) =>
          Promise.race([clock.sleep(ms), new Promise<void>((stop) => permit.onStop(stop))]),
        )
        .catch(() => clock.sleep(100));
  };
  for (let i = 0; i < 20; i++) void again(consumers[i % consumers.length]);
}

/** 600 short statements of the victim, 50 a second: milliseconds each waited, in ascending order. */
async function suffer(clock: SimulatedClock, share: FairShare): Promise<{ waits: number[]; refused: number }> {
  const waits: number[] = [];
  let refused = 0;
  for (let i = 0; i < REQUESTS; i++) {
    const sinceMs = clock.now();
    const waited = async (): Promise<void> => {
      waits.push(clock.now() - sinceMs);
      await clock.sleep(2);
    };
    share.withPermit(VICTIM, waited).catch(() => refused++);
    await clock.pass(20);
  }
  await clock.pass(STATEMENTS.waitMs);
  return { waits: waits.toSorted((a, b) => a - b), refused };
}

describe('a fair share of 10 permits under 20 concurrent statements, repeated', () => {
  it.each`
    attackers                            | consumers                  | ms        | p50    | p99
    ${'one user of the same tenant'}     | ${greedy('Northgate', 1)}  | ${2_000}  | ${0}   | ${0}
    ${'one user of another tenant'}      | ${greedy('Southbay', 1)}   | ${2_000}  | ${0}   | ${0}
    ${'five users of another tenant'}    | ${greedy('Southbay', 5)}   | ${2_000}  | ${0}   | ${0}
    ${'two users of the same tenant'}    | ${greedy('Northgate', 2)}  | ${2_000}  | ${0}   | ${1_000}
    ${'five users of the same tenant'}   | ${greedy('Northgate', 5)}  | ${2_000}  | ${0}   | ${1_000}
    ${'five users of the same tenant'}   | ${greedy('Northgate', 5)}  | ${10_000} | ${0}   | ${1_000}
    ${'twenty users of the same tenant'} | ${greedy('Northgate', 20)} | ${10_000} | ${250} | ${2_000}
  `('serves a user of few requests beside $attackers with statements of $ms ms', async (row) => {
    const { consumers, ms, p50, p99 } = row as { consumers: Consumer[]; ms: number; p50: number; p99: number };
    const clock = new SimulatedClock();
    const share = new FairShare('statements', STATEMENTS, clock);
    attack(clock, share, consumers, ms);
    await clock.pass(10);

    const { waits, refused } = await suffer(clock, share);

    expect(refused).toBe(0);
    expect(waits).toHaveLength(REQUESTS);
    expect(waits[REQUESTS * 0.5]).toBeLessThanOrEqual(p50);
    expect(waits[REQUESTS * 0.99 - 1]).toBeLessThanOrEqual(p99);
    expect(share.state.refused).toBeGreaterThan(0);
  });
});
