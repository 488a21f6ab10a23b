import type { Collector, ReceivedSpan } from '../../../support/collector.js';
import { customer } from '../../../support/demo.js';
import { type TestApp, where } from '../../../support/test-app.js';
import { PARENT, TRACE, TracedApp, traceHeaders } from './traced-app.js';

const SECRET = 'Zanzibar Shipping 4711';

const isInsert = ({ name }: ReceivedSpan): boolean => name === 'POST /api/v1/records/insert';

describe('traces of requests', () => {
  let traced: TracedApp;
  let collector: Collector;
  let app: TestApp;
  beforeAll(async () => {
    traced = await TracedApp.start('1');
    ({ app, collector } = traced);
  });
  afterAll(() => traced.stop());

  it('has a span for the request, named by its correlation id, and a child for its statement', async () => {
    const { body } = await app.as('nina.north').insert('Customer', customer({ Name: SECRET }));
    const id = body.CorrelationId as string;
    const request = await collector.first('of the insert', (span) => isInsert(span) && collector.of(id).includes(span));
    expect(request).toMatchObject({ kind: 2, parentSpanId: '', isError: false });
    expect(request.attributes).toMatchObject({
      'correlation.id': id,
      'http.request.method': 'POST',
      'http.route': '/api/v1/records/insert',
      'http.response.status_code': 200,
      'request.id': expect.any(String),
      'tenant.id': expect.any(String),
      'environment.id': expect.any(String),
      'user.id': expect.any(String),
    });
    const statement = collector.of(id).find(({ name }) => name === 'INSERT')!;
    expect(statement.attributes).toMatchObject({
      'correlation.id': id,
      'db.system.name': 'postgresql',
      'db.query.text': expect.stringContaining('"Customer"'),
    });
    expect(ancestors(collector.of(id), statement).at(-1)).toBe(request);
  });

  it('shows no values of statements, bodies and paths', async () => {
    const nina = app.as('nina.north');
    await nina.select('Customer', { WhereClause: where('Name', 'EqualTo', SECRET) });
    await nina.get('/records/Customer/Zanzibar?fields=Zanzibar');
    await collector.first('of the record', ({ name }) => name === 'GET /api/v1/records/:entity/:id');
    const sent = collector.bodies.join();
    expect(sent.includes('/api/v1/queries/select')).toBe(true);
    expect(sent.includes('Zanzibar')).toBe(false);
  });

  it('links the trace of the client and joins it not', async () => {
    await app.as('nina.north').send('POST', '/queries/select', { EntityName: 'Customer' }, traceHeaders('01'));
    const request = await collector.first('of the select', ({ links }) => links.length > 0);
    expect(request.links).toEqual([expect.objectContaining({ traceId: TRACE, spanId: PARENT })]);
    expect(request.traceId).not.toBe(TRACE);
  });

  it.each([
    ['no version', `${TRACE}-${PARENT}-01`],
    ['no hexadecimal digits', `00-${'x'.repeat(32)}-${PARENT}-01`],
    ['zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['a line of values', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
    ['a long text', '0'.repeat(8_000)],
  ])('ignores a traceparent with %s', async (_, text) => {
    const nina = app.as('nina.north');
    const { status } = await nina.send('POST', '/queries/select', { EntityName: 'Note' }, { traceparent: text });
    expect(status).toBe(200);
  });

  it('has an error without its text for a request that is refused', async () => {
    const { body } = await app.as('nina.north').insert('Customer', { Name: 'Zanzibar', Nmae: 1 });
    const id = body.CorrelationId as string;
    const request = await collector.first(
      'of the refusal',
      (span) => isInsert(span) && collector.of(id).includes(span),
    );
    expect(request.attributes['http.response.status_code']).toBe(400);
    expect(JSON.stringify(collector.of(id))).not.toContain('Zanzibar');
  });

  it('leaves probes and scrapes out', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) await (await fetch(app.url + path)).text();
    await app.as('nina.north').select('Note');
    await collector.first(
      'of a later request',
      ({ attributes }) => attributes['http.route'] === '/api/v1/queries/select',
    );
    expect(collector.spans.filter(({ name }) => /health|metrics/.test(name))).toEqual([]);
  });
});

/** Parents of a span, the nearest first. */
function ancestors(spans: readonly ReceivedSpan[], { parentSpanId }: ReceivedSpan): readonly ReceivedSpan[] {
  const parent = spans.find(({ spanId }) => spanId === parentSpanId);
  return parent ? [parent, ...ancestors(spans, parent)] : [];
}
