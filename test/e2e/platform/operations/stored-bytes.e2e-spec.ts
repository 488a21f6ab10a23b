import { randomBytes } from 'node:crypto';
import { createApp } from '#app.js';
import { BoundOutcomes } from '#platform/operations/outcomes/bound-outcomes.service.js';
import { outcomeOf } from '../../../support/outcome-of.js';
import { type Answer, type Caller, TestApp, where } from '../../../support/test-app.js';
import { testConfig } from '../../../support/test-config.js';
import { scrape, sumOf } from '../metrics/scraped.js';

const MEGABYTE = 1_048_576;
const STORED_BYTES = 4_000;

let app: TestApp;
let nina: Caller;
beforeAll(async () => {
  app = await TestApp.start({ WRITE_QUEUE_STORED_BYTES: `${STORED_BYTES}` });
  nina = app.as('nina.north');
});
afterAll(() => app?.stop());

describe('results of outcomes', () => {
  /** Bounds them as each node does, to 1 MB. @returns the metrics of the node */
  async function bound(): Promise<Awaited<ReturnType<typeof scrape>>> {
    const node = await createApp(testConfig(app.databaseUrl, { OUTCOME_BYTES: String(MEGABYTE) }));
    await node.listen(0, '127.0.0.1');
    await node.get(BoundOutcomes, { strict: false }).bound();
    const samples = await scrape(await node.getUrl());
    await node.close();
    return samples;
  }
  const age = (ids: readonly string[], minutes: number): Promise<unknown> =>
    app.query(
      `UPDATE platform.operation SET completed_on = now() - $2::int * interval '1 minute' WHERE id = ANY($1::uuid[])`,
      [ids, minutes],
    );
  /** A batch of notes whose answer has half of the bytes. */
  const batch = (Subject: string): object => ({
    Mode: 'Independent',
    Steps: Array.from({ length: 40 }, () => {
      const fields = { Subject, Body: randomBytes(14_000).toString('base64') };
      const Fields = Object.entries(fields).map(([FieldName, Value]) => ({ FieldName, Value }));
      return { Operation: 'Insert', EntityName: 'Note', Fields };
    }),
  });
  const idsOf = ({ Result }: Answer['body']): object =>
    (Result as Answer['body'][]).map((step) => ({ Id: step.Result.Id as string }));
  const notes = async (Subject: string): Promise<number> =>
    (await nina.select('Note', { WhereClause: where('Subject', 'EqualTo', Subject), SelectedFields: ['Id'] })).body
      .Result.length;

  it('lose the oldest beyond the limit, and no write is executed again', async () => {
    const requests = ['oldest', 'older', 'young', 'now'].map((name) => {
      const body = batch(name);
      return () => nina.send('POST', '/records/batch', body, { 'Idempotency-Key': name });
    });
    const firsts: Answer[] = [];
    for (const request of requests) firsts.push(await request());
    expect(firsts.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [oldest, older, young, now] = firsts.map(({ body }) => body.CorrelationId as string);
    await age([oldest], 120);
    await age([older], 90);
    await age([young], 1);
    const samples = await bound();
    const steps = await app.query('SELECT FROM platform.batch_step WHERE result IS NOT NULL');
    expect(steps).toEqual([]);
    expect(sumOf(samples, 'outcomes_reduced_total')).toBe(2);
    expect(sumOf(samples, 'outcome_bytes_most')).toBeGreaterThan(900_000);
    expect(sumOf(samples, 'outcome_bytes')).toBeGreaterThanOrEqual(sumOf(samples, 'outcome_bytes_most'));
    const again: Answer[] = [];
    for (const request of requests) again.push(await request());
    const results = again.map(({ body }) => body.Result);
    expect(results.slice(0, 2)).toEqual(firsts.slice(0, 2).map(({ body }) => idsOf(body)));
    expect(results.slice(2)).toEqual(firsts.slice(2).map(({ body }) => body.Result));
    expect(again.map(({ status, body }) => [status, body.RecordAffected, body.CorrelationId])).toEqual(
      [oldest, older, young, now].map((id) => [200, 40, id]),
    );
    expect(again[0].body.Log).toEqual([expect.stringContaining('OUTCOME_BYTES')]);
    expect([await notes('oldest'), await notes('now')]).toEqual([40, 40]);
    const { body } = await nina.send('GET', `/operations/${oldest}`);
    expect(body.Result).toMatchObject({ Status: 'Completed', HttpStatus: 200, Result: results[0] });
  });

  it('keep their status and first fault where they were refused', async () => {
    const unknown = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
    const Values = Array.from({ length: 200 }, (_, i) => ['refused', unknown(i)]);
    const body = { EntityName: 'Note', Fields: ['Subject', 'CustomerId'], Values };
    const request = () => nina.send('POST', '/records/bulk-insert', body, { 'Idempotency-Key': 'refused' });
    const first = await request();
    expect(first.status).toBe(400);
    expect(first.body.ErrorDetails.length).toBeGreaterThan(100);
    await app.query(`UPDATE platform.operation SET completed_on = now() - interval '3 hours' WHERE errors IS NOT NULL`);
    const young = await nina.send('POST', '/records/batch', batch('young'), { 'Idempotency-Key': 'fills' });
    expect(young.status).toBe(200);
    await bound();
    const again = await request();
    expect([again.status, again.body.ErrorDetails]).toEqual([400, first.body.ErrorDetails.slice(0, 1)]);
  });
});

describe('accepted writes', () => {
  const long = (letters: number) => ({ Subject: 'SLOW:1500', Body: 'x'.repeat(letters) });
  const ASYNC = { Prefer: 'respond-async' };

  it('are refused beyond the bytes that an environment stores, on all nodes', async () => {
    const other = await app.startAnother({ WRITE_QUEUE_STORED_BYTES: `${STORED_BYTES}` });
    try {
      const accepted = await nina.insert('Note', long(STORED_BYTES - 500), ASYNC);
      expect(accepted.status).toBe(202);
      const refused = await other.as('mona.manager').insert('Note', long(500), ASYNC);
      expect(refused.status).toBe(429);
      expect(refused.body.ErrorDetails[0]).toMatchObject({
        Code: 'RateLimited',
        Message: expect.stringContaining('WRITE_QUEUE_STORED_BYTES'),
        Params: { LimitBytes: STORED_BYTES },
      });
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(sumOf(await scrape(other.url), 'accepted_write_bytes_most')).toBeGreaterThan(STORED_BYTES - 500);
      // A write whose caller waits is not refused.
      expect((await other.as('mona.manager').insert('Note', { Subject: 'waits', Body: 'x' })).status).toBe(200);
      expect(await outcomeOf(nina, accepted)).toMatchObject({ Status: 'Completed' });
    } finally {
      await other.stop();
    }
  });

  it('are accepted again when those before are done', async () => {
    const fields = { Subject: 'later', Body: 'x'.repeat(STORED_BYTES + 500) };
    for (let i = 0; i < 2; i++) {
      const answer = await nina.insert('Note', fields, ASYNC);
      expect(answer.status).toBe(202);
      expect(await outcomeOf(nina, answer)).toMatchObject({ Status: 'Completed' });
    }
  });
});
