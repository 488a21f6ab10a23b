import type { ServerResponse } from 'node:http';
import { Histogram } from 'prom-client';
import { stateOf } from './request-state.js';
import type { Metrics } from '#platform/observability/metrics/metrics.js';

/** Upper bounds of durations, in seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10, 30];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Labels of paths that are served without a route, by their beginning. */
const PATHS = ['/hubs/', '/swagger', '/studio', '/samples'];
/** Label of requests that no route has received, and of methods that no route has. */
const OTHER = 'other';

/** Counts requests, and measures their durations, by method, route and status. */
export class RequestMetrics {
  readonly #durations: Histogram;

  /** @param metrics which are on */
  constructor({ registry }: Metrics) {
    this.#durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the headers of a request to the end of its answer. Status "aborted": the client left before it.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers: [registry],
    });
  }

  /** Adds a request whose answer has ended. */
  observe(res: ServerResponse): void {
    const { route, path, receivedAt } = stateOf(res.req);
    const method = METHODS.has(res.req.method!) ? res.req.method! : OTHER;
    const status = res.headersSent ? res.statusCode : 'aborted';
    this.#durations.observe({ method, route: route || served(path), status }, (performance.now() - receivedAt) / 1_000);
  }
}

const served = (path: string): string => PATHS.find((start) => path.startsWith(start)) ?? OTHER;
