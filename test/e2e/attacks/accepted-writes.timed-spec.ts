import { outcomeOf } from '../../support/outcome-of.js';
import { startSite, type Site, SITES } from '../../support/sites.js';
import { type Answer, type Caller, SOUTHBAY } from '../../support/test-app.js';

const ASYNC = { Prefer: 'respond-async' };
/** A user may have a tenth of it. */
const SETTINGS = { WRITE_QUEUE: '200', SHUTDOWN_GRACE_MS: '100' };
const WRITES = 40;
/** Generous for a busy machine: behind the others' writes it would be 15 seconds. */
const START_MS = 4_000;

const slowNotes = (caller: Caller, count: number): Promise<readonly Answer[]> =>
  Promise.all(Array.from({ length: count }, () => caller.insert('Note', { Subject: 'SLOW:1500' }, ASYNC)));

/** Milliseconds from the request of an accepted write to its outcome. */
async function acceptedMs(caller: Caller): Promise<number> {
  const since = performance.now();
  const answer = await caller.insert('Note', { Subject: 'quick' }, ASYNC);
  expect(answer.status).toBe(202);
  expect(await outcomeOf(caller, answer)).toMatchObject({ Status: 'Completed' });
  return performance.now() - since;
}

// Requirement: S17
describe.each(SITES)('many accepted writes of one user, on %s', (_, count) => {
  let site: Site;
  beforeAll(async () => void (site = await startSite(count, SETTINGS)));
  afterAll(() => site.stop());

  it('refuses writes over the user’s share and starts the writes of other users at once', async () => {
    const answers = await Promise.all(site.nodes.map((node) => slowNotes(node.as('nina.north'), WRITES)));
    for (const ofNode of answers) {
      expect(ofNode.filter(({ status }) => status === 202)).toHaveLength(20);
      const refused = ofNode.filter(({ status }) => status !== 202);
      expect(new Set(refused.map(({ status, body }) => `${status} ${body.ErrorDetails[0].Code}`))).toEqual(
        new Set(['429 RateLimited']),
      );
      expect(refused[0].headers.get('retry-after')).toMatch(/^\d+$/);
    }
    const victims = site.nodes.flatMap((node) => [node.as('mona.manager'), node.as('bob.bay', SOUTHBAY)]);
    const times = await Promise.all(victims.map(acceptedMs));
    expect(Math.max(...times)).toBeLessThan(START_MS);
  });

  it('keeps workers free for others when two users of a tenant exceed their shares', async () => {
    const greedy = site.nodes.flatMap((node) => [node.as('nils.north'), node.as('sara.south')]);
    const answers = await Promise.all(greedy.map((caller) => slowNotes(caller, 8)));
    await Promise.all(
      greedy.map(async (caller, i) => {
        for (const answer of answers[i].filter(({ status }) => status === 202).slice(0, 2))
          await outcomeOf(caller, answer);
      }),
    );
    const victims = site.nodes.flatMap((node) => [node.as('mona.manager'), node.as('bob.bay', SOUTHBAY)]);
    const times = await Promise.all(victims.map(acceptedMs));
    expect(Math.max(...times)).toBeLessThan(START_MS);
  });
});
