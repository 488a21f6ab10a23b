import type { Logger } from 'pino';
import type { Config } from '#platform/process/config/config.js';
import type { Metrics } from '#platform/observability/metrics/metrics.js';
import { Traces } from './traces.js';

/** Starts the traces of this process. Without TRACES_ENDPOINT nothing is loaded for them. */
export async function startTraces({ traces }: Config, metrics: Metrics, logger: Logger): Promise<Traces> {
  if (!traces) return new Traces(undefined);
  const [{ OpenTelemetry }, { SpanExport }] = await Promise.all([
    import('./open-telemetry.js'),
    import('./span-export.js'),
  ]);
  return new Traces(new OpenTelemetry(traces, new SpanExport(traces, metrics, logger)), traces.parents === 'join');
}
