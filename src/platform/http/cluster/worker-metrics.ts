import { setTimeout as delay } from 'node:timers/promises';
import { MergedReports } from '#platform/observability/metrics/merged-reports.js';
import type { WorkerProcess } from './worker-process.js';

/** Longest wait for the reports of the workers; the last report of a worker counts where it sends none. */
const REPORT_MS = 1_000;

/** Metrics of all workers, those that have ended included. */
export class WorkerMetrics {
  readonly #reports = new MergedReports();
  readonly #workers = new Set<WorkerProcess>();
  #reading: Promise<string> | undefined;

  /** Includes a worker as soon as it serves, and answers its scrapes. */
  add(worker: WorkerProcess): void {
    worker.onReport = (report): void => this.#reports.set(worker, report);
    worker.onScrape = (): void => void this.#read().then((text) => worker.scraped(text));
    void worker.serving.then(
      () => this.#workers.add(worker),
      () => undefined,
    );
    void worker.ended.then(() => {
      this.#workers.delete(worker);
      return this.#reports.end(worker);
    });
  }

  /** Reads once for all scrapes that come meanwhile. */
  #read(): Promise<string> {
    this.#reading ??= this.#text().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #text(): Promise<string> {
    const reported = Promise.all([...this.#workers].map((worker) => worker.report()));
    await Promise.race([reported, delay(REPORT_MS)]);
    return this.#reports.text();
  }
}
