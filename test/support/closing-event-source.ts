import EventSource from 'eventsource';

/**
 * Event source of a hub client in Node. The client forgets one whose first connection fails, which would then connect
 * again each second for as long as the process lives; this one closes instead.
 */
export class ClosingEventSource extends EventSource {
  #isOpened = false;

  /** The client replaces all listeners by its own, so events are watched where they are emitted. */
  emit(type: string, ...details: readonly unknown[]): boolean {
    this.#isOpened ||= type === 'open';
    const emit = Reflect.get(EventSource.prototype, 'emit') as (...event: readonly unknown[]) => boolean;
    const isHeard = emit.call(this, type, ...details);
    if (type === 'error' && !this.#isOpened) this.close();
    return isHeard;
  }
}
