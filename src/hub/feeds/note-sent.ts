import type { ChangeBatch } from '#platform/change-log/change-batch.js';
import type { Traces } from '#platform/observability/traces/traces.js';

/** Records that the changes of requests were sent to clients of the hub, once for each write in a batch. */
export function noteSent(traces: Traces, environmentId: string, { changes }: ChangeBatch): void {
  if (traces.tracer === undefined) return;
  // The correlation id of what a run writes is that of its step, which names no trace.
  const counts = new Map<string, number>();
  for (const { source, correlationId: id } of changes) if (source === null) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const [id, count] of counts) {
    const attributes = { 'environment.id': environmentId, 'hub.changes': count };
    traces.note({ correlationId: id, parentId: id }, () => ({ name: 'hub changes', attributes }));
  }
}
