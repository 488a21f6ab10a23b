import { outcomeOf } from '../../../support/outcome-of.js';
import { type Answer, type Caller, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { scrape, sumOf } from '../metrics/scraped.js';

const ASYNC = { Prefer: 'respond-async' };
const QUEUE_BYTES = 4_000;

// Requirement: R91
describe('a node with many writes to do', () => {
  let app: TestApp;
  let nina: Caller;
  beforeAll(async () => {
    const share = { WRITE_QUEUE: '3', WRITE_QUEUE_USER: '3', WRITE_QUEUE_TENANT: '3' };
    const queue = { ...share, WRITE_QUEUE_BYTES: `${QUEUE_BYTES}`, WRITE_QUEUE_WORKERS: '1' };
    app = await TestApp.start({ ...queue, WAIT_WINDOW_MS: '200' });
    nina = app.as('nina.north');
  });
  afterAll(() => app.stop());
  // A write leaves its place after its outcome can be read.
  const isQueueEmpty = async () => sumOf(await scrape(app.url), 'share_in_use', { share: 'write_queue' }) === 0;
  beforeEach(() => until('the queue is empty', isQueueEmpty));

  it('queues up to its limit, refuses more with Retry-After, and accepts again once writes are done', async () => {
    const Subject = 'SLOW:1500';
    const accepted: Answer[] = [];
    for (let i = 0; i < 3; i++) accepted.push(await nina.insert('Note', { Subject }, ASYNC));
    expect(accepted.map(({ status }) => status)).toEqual([202, 202, 202]);
    const refused = await nina.insert('Note', { Subject }, ASYNC);
    expect([refused.status, refused.body.ErrorDetails[0].Code]).toEqual([429, 'RateLimited']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    const other = await app.as('mona.manager').insert('Note', { Subject }, ASYNC);
    expect([other.status, other.body.ErrorDetails[0].Code]).toEqual([503, 'Unavailable']);
    // One that runs already cannot be refused any more: its caller waits.
    const waited = await nina.insert('Note', { Subject: 'SLOW:401' });
    expect(waited.status).toBe(200);
    const outcomes = await Promise.all(accepted.map((answer) => outcomeOf(nina, answer)));
    expect(outcomes.map(({ Status }) => Status)).toEqual(['Completed', 'Completed', 'Completed']);
    const { body } = await nina.select('Note', { WhereClause: where('Subject', 'EqualTo', Subject) });
    expect(body.Result).toHaveLength(3);
    const later = await nina.insert('Note', { Subject: 'later' }, ASYNC);
    expect(later.status).toBe(202);
    expect(await outcomeOf(nina, later)).toMatchObject({ Status: 'Completed' });
  });

  it('limits the total size of queued bodies, but accepts a single one of any size', async () => {
    const long = (length: number) => ({ Subject: 'SLOW:1500', Body: 'x'.repeat(length) });
    const accepted = [await nina.insert('Note', long(3 * QUEUE_BYTES), ASYNC)];
    const refused = await nina.insert('Note', long(1), ASYNC);
    expect([refused.status, refused.body.ErrorDetails[0].Code]).toEqual([429, 'RateLimited']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await outcomeOf(nina, accepted[0])).toMatchObject({ Status: 'Completed' });
    await until('the queue is empty', isQueueEmpty);
    // A user may have a quarter of the bytes.
    for (const length of [QUEUE_BYTES / 8, QUEUE_BYTES / 8, 1])
      accepted.push(await nina.insert('Note', long(length), ASYNC));
    expect(accepted.map(({ status }) => status)).toEqual([202, 202, 429, 202]);
    for (const answer of accepted.filter(({ status }) => status === 202)) await outcomeOf(nina, answer);
  });

  it('runs queued writes one by one when it has one worker', async () => {
    const answers = await Promise.all(['a', 'b'].map(() => nina.insert('Note', { Subject: 'SLOW:500' }, ASYNC)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    const outcomes = await Promise.all(answers.map((answer) => outcomeOf(nina, answer)));
    const times = outcomes.map(({ CompletedOn }) => Date.parse(CompletedOn)).toSorted((a, b) => a - b);
    expect(times[1] - times[0]).toBeGreaterThanOrEqual(450);
  });
});
