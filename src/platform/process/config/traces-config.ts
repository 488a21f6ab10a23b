import { isLoopback } from './address-ranges.js';
import { readHeadersFile } from './headers-file.js';
import type { Settings } from './settings.js';

/** Export of traces (docs/operations.md#traces). */
export interface TracesConfig {
  /** TRACES_ENDPOINT: address of an OTLP/HTTP collector; `/v1/traces` where it has no path. */
  readonly endpoint: string;
  /** TRACES_SAMPLE_RATIO, default 0.01: part of the traces that are recorded, from 0 to 1. */
  readonly sampleRatio: number;
  /**
   * TRACES_PARENTS, default link: a request begins a trace of its own and links the one of its `traceparent`. With `join`
   * it joins that one, and is sampled when the client says so.
   */
  readonly parents: TraceParents;
  /** TRACES_HEADERS_FILE: JSON, header → text, sent to the collector; undefined: none. */
  readonly headersFile: string | undefined;
}

const TRACE_PARENTS = ['link', 'join'] as const;
type TraceParents = (typeof TRACE_PARENTS)[number];

/** Reads the settings of traces; `undefined` without TRACES_ENDPOINT. */
export function tracesConfig(settings: Settings): TracesConfig | undefined {
  const endpoint = settings.url('TRACES_ENDPOINT', ['http:', 'https:'], withPath);
  const traces = {
    sampleRatio: settings.ratio('TRACES_SAMPLE_RATIO', 0.01),
    parents: settings.oneOf('TRACES_PARENTS', TRACE_PARENTS, 'link'),
    headersFile: headersFile(settings),
  };
  if (endpoint?.startsWith('http:') && traces.headersFile !== undefined && !isLoopback(new URL(endpoint).hostname))
    settings.warn('TRACES_ENDPOINT starts with http://: the headers of TRACES_HEADERS_FILE are sent without TLS.');
  return endpoint === undefined ? undefined : { endpoint, ...traces };
}

const withPath = (given: string): string =>
  URL.canParse(given) && new URL(given).pathname === '/' ? new URL('/v1/traces', given).href : given;

/** Reads the file once, so that a faulty one stops the start. */
function headersFile(settings: Settings): string | undefined {
  const path = settings.text('TRACES_HEADERS_FILE');
  if (path === undefined) return undefined;
  try {
    readHeadersFile(path);
  } catch {
    settings.problem('TRACES_HEADERS_FILE must be a readable JSON file that gives each header a text');
  }
  return path;
}
