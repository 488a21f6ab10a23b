import { AggregatorRegistry } from 'prom-client';
import type { MetricReport } from './metrics.js';

/** Metrics that only grow. prom-client's own type of this member is a number that it never sets. */
const COUNTS: ReadonlySet<unknown> = new Set(['counter', 'histogram', 'summary']);

/** Reports of several processes, of which some have ended, as those of one. */
export class MergedReports {
  readonly #latest = new Map<unknown, MetricReport>();
  /** Counts of processes that have ended: a sum must not fall when one of its processes is replaced. */
  #ended: MetricReport = [];

  /** Takes the newest report of a process. */
  set(process: unknown, report: MetricReport): void {
    this.#latest.set(process, report);
  }

  /** Keeps the counts of a process that has ended, but not what it measured. */
  async end(process: unknown): Promise<void> {
    const counts = (this.#latest.get(process) ?? []).filter(({ type }) => COUNTS.has(type));
    this.#latest.delete(process);
    this.#ended = await AggregatorRegistry.aggregate([this.#ended, counts]).getMetricsAsJSON();
  }

  /** All of them as text for Prometheus. */
  text(): Promise<string> {
    return AggregatorRegistry.aggregate([this.#ended, ...this.#latest.values()]).metrics();
  }
}
