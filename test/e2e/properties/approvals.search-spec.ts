import * as fc from 'fast-check';
import { ClaimApp } from '../../support/claim-fixture.js';
import { contradictions } from '../../support/claim-contradictions.js';
import { cases, SEED } from '../../support/seed.js';
import { type Action, actions, CLAIMANTS } from './claim-actions.js';
import { ClaimViews } from './claim-views.js';
import { ClaimWorld } from './claim-world.js';

/** Actions of one run. */
const LENGTH = 30;

const TIMEOUT_MS = cases(120) * 1_000;

// Requirement: R170, R184, R187, P8
describe('random moves and decisions', () => {
  let service: ClaimApp;
  beforeAll(async () => void (service = await ClaimApp.open()));
  afterAll(() => service.close());

  /** Every user selects claims after every action; the other views are those of one user after another. */
  async function checkViews(views: ClaimViews, i: number, action: Action): Promise<void> {
    const viewer = CLAIMANTS[i % CLAIMANTS.length];
    const all = await Promise.all([...CLAIMANTS.map((user) => views.selected(user)), views.others(viewer, i)]);
    for (const [j, view] of all.entries())
      for (const [name, { actual, expected }] of Object.entries(view)) {
        const key = [i, action, CLAIMANTS[j] ?? viewer, name];
        expect([...key, actual]).toEqual([...key, expected]);
      }
  }

  it(
    'leave what a small model says, and show every user what they may read',
    async () => {
      await fc.assert(
        fc.asyncProperty(actions(LENGTH), async (sequence) => {
          const world = new ClaimWorld(service);
          for (const [i, action] of sequence.entries()) {
            const { actual, expected } = await world.act(action);
            expect([i, action, actual]).toEqual([i, action, expected]);
            const states = await world.states();
            expect([i, action, states.actual]).toEqual([i, action, states.expected]);
            await checkViews(new ClaimViews(service, world.claims), i, action);
          }
          const ids = world.claims.map(({ ids: { id } }) => id);
          expect(await contradictions(service, ids)).toEqual([]);
        }),
        { seed: SEED + 11, numRuns: cases(10), endOnFailure: true },
      );
    },
    TIMEOUT_MS,
  );
});
