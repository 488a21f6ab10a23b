import type { Subscriber } from './subscriber.js';

/** Shortest time between two notices about one entity to a member. */
const PAUSE_MS = 1_000;

/** Time after a notice in which none is sent. */
interface Pause {
  readonly timer: NodeJS.Timeout;
  /** True where a notice has become due meanwhile. */
  isDue: boolean;
}

/** Notices that records may have entered or left what members read, though they have not changed themselves. */
export class ScopeNotices {
  readonly #pauses = new Map<Subscriber, Map<string, Pause>>();

  constructor(private readonly send: (member: Subscriber, entityName: string) => void) {}

  /** Sends a notice, at once or when the pause after the last one is over. */
  add(member: Subscriber, entityName: string): void {
    const own = this.#pauses.get(member) ?? new Map<string, Pause>();
    const pause = own.get(entityName);
    if (pause) {
      pause.isDue = true;
      return;
    }
    const begun: Pause = { timer: setTimeout(() => this.#end(member, entityName), PAUSE_MS).unref(), isDue: false };
    this.#pauses.set(member, own.set(entityName, begun));
    this.send(member, entityName);
  }

  #end(member: Subscriber, entityName: string): void {
    const own = this.#pauses.get(member);
    const pause = own?.get(entityName);
    own?.delete(entityName);
    if (own?.size === 0) this.#pauses.delete(member);
    if (pause?.isDue === true) this.add(member, entityName);
  }

  /** Forgets a member who has left. */
  leave(member: Subscriber): void {
    for (const { timer } of this.#pauses.get(member)?.values() ?? []) clearTimeout(timer);
    this.#pauses.delete(member);
  }
}
