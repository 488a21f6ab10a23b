/** Stands in a body for a number of as many digits, another one in each request. */
export const NUMBER = '#'.repeat(12);

/** A request that is sent again and again. */
export interface RequestTemplate {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Numbers stay below this; absent: none comes twice in the life of the load's process. */
  readonly numbersBelow?: number;
  /** Records of one request, each with a number of its own (1); figures are per record. */
  readonly records?: number;
}

/** Request to the load's process. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  readonly request: RequestTemplate;
  /** Headers of each connection's user, dealt in turns; absent: those of the request. */
  readonly callers?: readonly Readonly<Record<string, string>>[];
  /** Pause of a connection between an answer and its next request (0). */
  readonly pauseMs?: number;
}

/** Answer of the load's process. */
export interface LoadResult {
  readonly requests: number;
  readonly durationMs: number;
  /** Answers other than 200, and the first of them. */
  readonly failures: number;
  readonly firstFailure?: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
