import type { Config } from '#platform/process/config/config.js';
import type { MetricReport } from '#platform/observability/metrics/metrics.js';

/**
 * Message from the primary to a worker: first the settings; later one for each connection, which is its handle, requests
 * for the metrics of this worker, and answers with those of all workers.
 */
export type ToWorker = { readonly config: Config } | 'connection' | 'report' | { readonly scraped: string };

/**
 * Message from a worker to the primary: it serves, it has taken or refused a connection, its metrics, or a request for
 * those of all workers.
 */
export type FromWorker = 'serves' | 'taken' | 'refused' | 'scrape' | { readonly report: MetricReport };
