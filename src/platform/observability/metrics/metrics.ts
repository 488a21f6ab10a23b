import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** Metrics of one process as data, which other processes can merge. */
export type MetricReport = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Definition of a metric. Names follow the conventions of Prometheus; see docs/operations.md. */
export interface Measure {
  readonly kind: 'counter' | 'gauge';
  readonly name: string;
  readonly help: string;
  /** How the values of several processes are merged, default sum; max where each one tells of the database. */
  readonly merge?: 'sum' | 'max';
}

/** Labels of a value. Their number is bounded by the code: no names of tenants, users or entities. */
export type MetricLabels = Readonly<Record<string, string>>;

/** Reads a value; undefined where there is none now. */
export type ReadValue = () => number | undefined | Promise<number | undefined>;

interface Source {
  readonly labels: MetricLabels;
  readonly read: ReadValue;
}

/** Resolution of the measured delays of the event loop. */
const EVENT_LOOP_PRECISION_MS = 20;

let processMetrics: Registry | undefined;

/**
 * Metrics of Node.js itself: memory, processor, event loop, garbage collection. Their timers and observers never end, so
 * they exist once in a process, however many services it starts.
 */
function ofProcess(): Registry {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics, eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS });
    countProcessorFromStart(processMetrics);
  }
  return processMetrics;
}

/** Adds the processor time of the process so far, which prom-client leaves out: it counts from when it is asked first. */
function countProcessorFromStart(registry: Registry): void {
  const { user, system } = process.cpuUsage();
  const add = (part: string, microseconds: number): void =>
    (registry.getSingleMetric(`process_cpu_${part}seconds_total`) as Counter).inc(microseconds / 1_000_000);
  add('user_', user);
  add('system_', system);
  add('', user + system);
}

/** Metrics of this process. Parts of the service add what they count; values are read when they are scraped. */
export class Metrics {
  readonly registry = new Registry();
  readonly #sources = new Map<string, Source[]>();

  /** @param isOn whether there are metrics at all (setting METRICS) */
  constructor(readonly isOn: boolean) {}

  /** Adds a value to a metric, which may have further values with other labels. */
  add(measure: Measure, labels: MetricLabels, read: ReadValue): void {
    if (!this.isOn) return;
    const sources = this.#sources.get(measure.name) ?? this.#create(measure, Object.keys(labels));
    sources.push({ labels, read });
  }

  /** Reads all values. */
  report(): Promise<MetricReport> {
    return this.#all.getMetricsAsJSON();
  }

  /** Reads all values, as text for Prometheus. */
  text(): Promise<string> {
    return this.#all.metrics();
  }

  get #all(): Registry {
    return this.isOn ? Registry.merge([ofProcess(), this.registry]) : this.registry;
  }

  #create({ kind, name, help, merge = 'sum' }: Measure, labelNames: readonly string[]): Source[] {
    const sources: Source[] = [];
    this.#sources.set(name, sources);
    const options = { name, help, labelNames: [...labelNames], aggregator: merge, registers: [] };
    const metric =
      kind === 'gauge'
        ? new Gauge({
            ...options,
            async collect() {
              const values = await valuesOf(sources);
              this.reset();
              for (const [labels, value] of values) this.set(labels, value);
            },
          })
        : new Counter({
            ...options,
            async collect() {
              const values = await valuesOf(sources);
              this.reset();
              for (const [labels, value] of values) this.inc(labels, value);
            },
          });
    this.registry.registerMetric(metric);
    return sources;
  }
}

/** Reads the sources of a metric. One that fails has no value, so that the other metrics are still scraped. */
async function valuesOf(sources: readonly Source[]): Promise<readonly (readonly [MetricLabels, number])[]> {
  const reads = sources.map(async ({ labels, read }) => [labels, await settled(read)] as const);
  return (await Promise.all(reads)).flatMap(([labels, value]) =>
    value === undefined ? [] : [[labels, value] as const],
  );
}

async function settled(read: ReadValue): Promise<number | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
