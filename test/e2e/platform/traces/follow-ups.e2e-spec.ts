import { Collector, type ReceivedSpan } from '../../../support/collector.js';
import { StockApp } from '../../../support/stock-fixture.js';
import { until } from '../../../support/until.js';
import { Receiver } from '../../../unit/platform/outbound/receiver.js';
import { traceHeaders } from './traced-app.js';

const CODE = 'Zanzibar-4711';

describe('traces of what follows from a write', () => {
  let collector: Collector;
  let receiver: Receiver;
  let stock: StockApp;
  beforeAll(async () => {
    collector = await Collector.start();
    receiver = await Receiver.start();
    stock = await StockApp.open({
      ROLES: 'api,worker',
      HTTP_ALLOWED_HOSTS: `127.0.0.1:${receiver.port}`,
      HTTP_PRIVATE_HOSTS: '127.0.0.1',
      TRACES_ENDPOINT: collector.url,
      TRACES_SAMPLE_RATIO: '1',
    });
    const call = { Name: 'Call', Type: 'HttpCall', Method: 'POST', Url: `http://127.0.0.1:${receiver.port}/Zanzibar` };
    await automation('Crate', 'Created', [
      { Name: 'Add', Type: 'InsertRecord', EntityName: 'Label', Fields: [{ FieldName: 'Text', Value: CODE }] },
    ]);
    await automation('Label', 'Created', [{ ...call, Body: { Text: '{{Record.Text}}' } }]);
  });
  afterAll(async () => {
    await stock.close();
    await receiver.stop();
    await collector.stop();
  });

  /** Defines a trigger, and the workflow that it starts. */
  async function automation(EntityName: string, TriggerEvent: string, Actions: readonly object[]): Promise<void> {
    const root = stock.as('root');
    const Name = `On ${EntityName}`;
    const workflow = { Name, Type: 'Triggered', RunAs: 'Service', EntityName, Actions };
    const WorkflowIds = [await root.inserted('Workflow', workflow)];
    await root.inserted('Trigger', { Name, EntityName, TriggerType: 'EventBased', TriggerEvent, WorkflowIds });
  }

  it('leads from a queued write to the call of the second workflow, in one trace', async () => {
    const headers = { Prefer: 'respond-async', ...traceHeaders('00') };
    const { status, body } = await stock.as('root').insert('Crate', { Code: CODE }, headers);
    expect(status).toBe(202);
    const id = body.CorrelationId as string;
    await until('both runs have ended', () => named(collector.of(id), 'workflow run').length === 2);
    const spans = collector.of(id);
    const [call] = named(spans, 'call POST');
    expect(lineOf(spans, call)).toEqual([
      'call POST',
      'step HttpCall',
      'workflow run',
      'workflow enqueue',
      'step InsertRecord',
      'workflow run',
      'workflow enqueue',
      'POST /api/v1/records/insert',
    ]);
    expect(new Set(spans.map(({ attributes }) => attributes['correlation.id']))).toEqual(new Set([id]));
    expect(named(spans, 'write insert')).toHaveLength(1);
    const [added] = named(spans, 'step InsertRecord');
    expect(spans.filter((span) => span.name === 'INSERT' && lineOf(spans, span).includes(added.name))).not.toEqual([]);
    expect(receiver.received[0].headers.traceparent).toBe(`00-${call.traceId}-${call.spanId}-01`);
    expect(call.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 200 });
  });

  it('names the write in the chain of the runs', async () => {
    const { body } = await stock.as('root').insert('Crate', { Code: 'Chained' });
    const runs = (): Promise<readonly { readonly Chain: readonly object[] }[]> =>
      stock
        .as('root')
        .select('WorkflowRun', { Sort: [{ FieldName: 'Id' }] })
        .then((answer) => answer.body.Result);
    await until('both are there', async () => (await runs()).length === 4);
    const [first, second] = (await runs()).slice(2);
    expect(first.Chain).toEqual([expect.objectContaining({ CorrelationId: body.CorrelationId })]);
    expect(second.Chain).toEqual([first.Chain[0], expect.not.objectContaining({ CorrelationId: expect.anything() })]);
  });

  it('shows no values of records, tokens and calls', () => {
    expect(collector.bodies.filter((body) => body.includes('Zanzibar'))).toEqual([]);
  });
});

const named = (spans: readonly ReceivedSpan[], name: string): readonly ReceivedSpan[] =>
  spans.filter((span) => span.name === name);

/** Names from a span up to the root. */
function lineOf(spans: readonly ReceivedSpan[], { name, parentSpanId }: ReceivedSpan): readonly string[] {
  const parent = spans.find(({ spanId }) => spanId === parentSpanId);
  return parent ? [name, ...lineOf(spans, parent)] : [name];
}
