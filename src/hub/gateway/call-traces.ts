import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { callerAttributes } from '#platform/observability/traces/caller-attributes.js';
import { EntryTraces } from '#platform/observability/traces/entry-traces.js';
import type { Tracer } from '#platform/observability/traces/tracer.js';
import type { Traces } from '#platform/observability/traces/traces.js';
import type { HubMethod } from '#signalr/index.js';
import type { Subscriber } from '#hub/feeds/subscriber.js';

type Invoke = HubMethod['invoke'];

/** Starts a span for each call of a hub method whose trace is sampled. A stream ends its span when it begins. */
export class CallTraces {
  readonly #entries: EntryTraces;

  constructor(traces: Traces, tracer: Tracer) {
    this.#entries = new EntryTraces(traces, tracer);
  }

  /** Invokes a method. @param name as this service calls it, whatever the environment does */
  async invoke(name: string, member: Subscriber, call: Parameters<Invoke>[0], invoke: Invoke): Promise<unknown> {
    const opened = this.#entries.begin(uuidV7(), call.message.headers ?? {}, () => ({
      name: `hub ${name}`,
      kind: 'server',
      attributes: { 'rpc.system': 'signalr', 'rpc.method': name, ...callerAttributes(member) },
    }));
    try {
      const result: unknown = await invoke(call);
      opened?.end();
      return result;
    } catch (error) {
      opened?.end(error);
      throw error;
    }
  }
}
