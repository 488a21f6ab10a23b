import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import type { TracesConfig } from '#platform/process/config/traces-config.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { OpenTelemetry } from '#platform/observability/traces/open-telemetry.js';
import { SpanExport } from '#platform/observability/traces/span-export.js';
import { Collector } from '../../../../support/collector.js';
import { until } from '../../../../support/until.js';

const TOKEN = 'Bearer of-the-collector';

let folder: string;
let collector: Collector;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'spans-'))));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  // An export that was not answered goes on until its time limit.
  await delay(5_000);
});
beforeEach(async () => void (collector = await Collector.start()));
afterEach(() => collector.stop());

function exporting(): { tracer: OpenTelemetry; lines: string[]; counts: () => Promise<string> } {
  const headersFile = join(folder, 'headers.json');
  writeFileSync(headersFile, JSON.stringify({ Authorization: TOKEN }));
  const config: TracesConfig = { endpoint: `${collector.url}/v1/traces`, sampleRatio: 1, parents: 'link', headersFile };
  const lines: string[] = [];
  const metrics = new Metrics(true);
  const spans = new SpanExport(config, metrics, pino({}, { write: (line: string) => void lines.push(line) }));
  return { tracer: new OpenTelemetry(config, spans), lines, counts: () => metrics.text() };
}

it('sends the headers of the file', async () => {
  const { tracer, counts } = exporting();
  tracer.start({ name: 'one' }).end();
  await tracer.stop();
  expect(collector.headers.authorization).toBe(TOKEN);
  expect(collector.spans.map(({ name }) => name)).toEqual(['one']);
  expect(await counts()).toContain('traces_spans_exported_total 1\n');
});

it('keeps 2048 spans that wait, drops further ones, and says so once', async () => {
  collector.answers = false;
  const { tracer, lines, counts } = exporting();
  for (let n = 0; n < 3_000; n++) tracer.start({ name: 'many' }).end();
  expect(await counts()).toContain('traces_spans_dropped_total{reason="queue"} 952\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0])).toMatchObject({ level: 40, context: 'Traces' });
  expect(lines[0]).not.toContain(TOKEN);
  await tracer.stop();
});

it('counts and logs spans that the collector refuses, and goes on', async () => {
  collector.status = 400;
  const { tracer, lines, counts } = exporting();
  tracer.start({ name: 'refused' }).end();
  await until('it is dropped', async () =>
    (await counts()).includes('traces_spans_dropped_total{reason="collector"} 1'),
  );
  expect(lines).toEqual([expect.stringContaining('Spans are dropped')]);
  collector.status = 200;
  tracer.start({ name: 'taken' }).end();
  await tracer.stop();
  expect(collector.spans.map(({ name }) => name)).toEqual(['taken']);
});
