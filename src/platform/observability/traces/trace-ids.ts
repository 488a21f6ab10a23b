/** Trace of everything that follows from a write: its correlation id. @param correlationId UUID in lower case */
export const traceIdOf = (correlationId: string): string =>
  correlationId.slice(0, 8) +
  correlationId.slice(9, 13) +
  correlationId.slice(14, 18) +
  correlationId.slice(19, 23) +
  correlationId.slice(24);

/**
 * Span of a request, an enqueued run or a step: the second half of its id. So a span that follows, on any node and at any
 * time, knows its parent by the ids that the database holds (decision 0291).
 */
export const spanIdOf = (id: string): string => traceIdOf(id).slice(16);
