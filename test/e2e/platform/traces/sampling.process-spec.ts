import { setTimeout as delay } from 'node:timers/promises';
import { Collector } from '../../../support/collector.js';
import type { TestApp, Answer } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { scrape, sumOf } from '../metrics/scraped.js';
import { PARENT, TRACE, TracedApp, traceHeaders } from './traced-app.js';

describe('sampling of traces', () => {
  let traced: TracedApp;
  let collector: Collector;
  let app: TestApp;
  beforeAll(async () => {
    traced = await TracedApp.start('0');
    ({ app, collector } = traced);
  });
  afterAll(async () => {
    await traced.stop();
    // An export that was not answered goes on until its time limit.
    await delay(5_000);
  });

  const select = (of: TestApp, headers: Record<string, string>): Promise<Answer> =>
    of.as('nina.north').send('POST', '/queries/select', { EntityName: 'Note' }, headers);

  it('is not forced by the flag of a client', async () => {
    for (let n = 0; n < 20; n++) expect((await select(app, traceHeaders('01'))).status).toBe(200);
    await app.startAnother().then((other) => other.stop()); // Longer than spans wait.
    expect(collector.spans).toEqual([]);
  });

  it('follows the flag of a client with TRACES_PARENTS=join', async () => {
    const settings = { TRACES_ENDPOINT: collector.url, TRACES_SAMPLE_RATIO: '0', TRACES_PARENTS: 'join' };
    const joining = await app.startAnother(settings);
    await select(joining, traceHeaders('00'));
    await select(joining, {});
    const { body } = await joining.as('nina.north').insert('Note', { Subject: 'Joined' }, traceHeaders('01'));
    await joining.stop();
    const request = collector.spans.find(({ parentSpanId }) => parentSpanId === PARENT)!;
    expect(collector.spans.map(({ traceId }) => traceId)).toEqual(collector.spans.map(() => TRACE));
    expect(collector.spans.map(({ name }) => name)).toContain('INSERT');
    expect(request.attributes['correlation.id']).toBe(body.CorrelationId);
    expect(request.links).toEqual([expect.objectContaining({ traceId: body.CorrelationId.replaceAll('-', '') })]);
  });

  it('records a part of the traces, and the same part on each node', async () => {
    const settings = { TRACES_ENDPOINT: collector.url, TRACES_SAMPLE_RATIO: '0.5' };
    const node = await app.startAnother(settings);
    const ids: string[] = [];
    for (let n = 0; n < 60; n++)
      ids.push((await node.as('nina.north').insert('Note', { Subject: `N${n}` })).body.CorrelationId as string);
    await node.stop();
    const recorded = ids.filter((id) => collector.of(id).length > 0);
    expect(recorded.length).toBeGreaterThan(10);
    expect(recorded.length).toBeLessThan(50);
    for (const id of recorded) expect(collector.of(id).map(({ name }) => name)).toContain('write insert');
  });

  it('drops spans visibly while the collector is away, and answers requests', async () => {
    const away = await Collector.start();
    const { url } = away;
    await away.stop();
    const node = await app.startAnother({ TRACES_ENDPOINT: url, TRACES_SAMPLE_RATIO: '1' });
    expect((await select(node, {})).status).toBe(200);
    await until('the loss is counted', async () => {
      return sumOf(await scrape(node.url), 'traces_spans_dropped_total', { reason: 'collector' }) > 0;
    });
    expect((await select(node, {})).status).toBe(200);
    await node.stop();
  });
});
