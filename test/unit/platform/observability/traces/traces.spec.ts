import { pino } from 'pino';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { OpenTelemetry } from '#platform/observability/traces/open-telemetry.js';
import { SpanExport } from '#platform/observability/traces/span-export.js';
import { spanIdOf, traceIdOf } from '#platform/observability/traces/trace-ids.js';
import type { NewSpan } from '#platform/observability/traces/tracer.js';
import { Traces } from '#platform/observability/traces/traces.js';
import { Collector } from '../../../../support/collector.js';

let collector: Collector;
beforeEach(async () => void (collector = await Collector.start()));
afterEach(() => collector.stop());

function started(sampleRatio = 1, joins = false): { traces: Traces; tracer: OpenTelemetry } {
  const endpoint = `${collector.url}/v1/traces`;
  const config = { endpoint, sampleRatio, parents: 'link', headersFile: undefined } as const;
  const spans = new SpanExport(config, new Metrics(false), pino({ level: 'silent' }));
  const tracer = new OpenTelemetry(config, spans);
  return { traces: new Traces(tracer, joins), tracer };
}

const named = (name: string) => (): NewSpan => ({ name });
const parentOf = (name: string): string | undefined => {
  const { parentSpanId } = collector.spans.find((span) => span.name === name)!;
  return collector.spans.find(({ spanId }) => spanId === parentSpanId)?.name;
};

it('keeps the work of a write together when its request has ended first, and then forgets its id', async () => {
  const { traces, tracer } = started();
  const id = uuidV7();
  const request = traces.begin(id, { name: 'request', traceId: traceIdOf(id), spanId: spanIdOf(id) });
  let goOn = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (goOn = resolve));
  const write = traces.within(id, named('write'), async () => {
    await waiting;
    await traces.leaf(id, named('statement'), async () => undefined);
  });
  request.end();
  expect(traces.isRecorded(id)).toBe(true);
  goOn();
  await write;
  expect(traces.isRecorded(id)).toBe(false);
  await tracer.stop();
  expect([parentOf('statement'), parentOf('write')]).toEqual(['write', 'request']);
});

it('ends the span of work that fails, with the type of its error, and passes the error on', async () => {
  const { traces, tracer } = started();
  const id = uuidV7();
  const work = traces.following(id, { correlationId: id }, named('run'), () =>
    Promise.reject(new TypeError('Zanzibar')),
  );
  await expect(work).rejects.toThrow('Zanzibar');
  await tracer.stop();
  const [{ attributes, isError }] = collector.spans;
  expect([attributes['error.type'], isError]).toEqual(['TypeError', true]);
  expect(collector.bodies.join().includes('Zanzibar')).toBe(false);
});

it('gives what is not sampled a context that tells so', async () => {
  const { traces, tracer } = started(0);
  const [id, stepId] = [uuidV7(), uuidV7()];
  const headers = await traces.following(id, { correlationId: id }, named('run'), () =>
    traces.within(
      id,
      named('step'),
      () => traces.leaf(stepId, named('call'), async (span) => traces.headersOf(stepId, span)),
      stepId,
    ),
  );
  expect(headers).toEqual({ traceparent: `00-${traceIdOf(id)}-${spanIdOf(id)}-00` });
  await tracer.stop();
  expect(collector.spans).toEqual([]);
});

it.each([
  [false, 'request'],
  [true, undefined],
])(
  'has the request as the parent of what follows, unless requests join the traces of clients: %s',
  async (joins, parent) => {
    const { traces, tracer } = started(1, joins);
    const [id, runId] = [uuidV7(), uuidV7()];
    traces.begin(id, { name: 'request', traceId: traceIdOf(id), spanId: spanIdOf(id) }).end();
    traces.note({ correlationId: id, parentId: id }, named('enqueue'), spanIdOf(runId));
    await traces.following(runId, { correlationId: id, parentId: runId }, named('run'), async () => undefined);
    await tracer.stop();
    expect([parentOf('run'), parentOf('enqueue')]).toEqual(['enqueue', parent]);
  },
);

it('only does the work without a tracer', async () => {
  const traces = new Traces(undefined);
  const fail = (): NewSpan => {
    throw new Error('A span was described.');
  };
  const id = uuidV7();
  expect(await traces.within(id, fail, async () => 1)).toBe(1);
  expect(await traces.leaf(id, fail, async () => 2)).toBe(2);
  expect(await traces.following(id, { correlationId: id }, fail, async () => 3)).toBe(3);
  traces.note({ correlationId: id }, fail);
  expect(traces.headersOf(id)).toEqual({});
});
