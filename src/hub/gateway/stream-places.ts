import { DomainError } from '#core/errors.js';
import type { Subscriber } from '#hub/feeds/subscriber.js';

/** Maximum numbers of open streams. */
interface StreamLimits {
  readonly perConnection: number;
  readonly perUser: number;
}

/** Counts the open streams of this node, by connection and by user. */
export class StreamPlaces {
  readonly #ofConnections = new Map<Subscriber, number>();
  readonly #ofUsers = new Map<string, number>();

  constructor(private readonly limits: StreamLimits) {}

  /**
   * Opens a stream; returns a function that ends it.
   * @throws {DomainError} RateLimited above a limit.
   */
  open(member: Subscriber): () => void {
    const { perConnection, perUser } = this.limits;
    const user = `${member.environmentId}/${member.principal.userId}`;
    if (countOf(this.#ofConnections, member) >= perConnection)
      throw tooManyStreams(`A connection may follow ${perConnection} streams at once. End one first.`);
    if (countOf(this.#ofUsers, user) >= perUser)
      throw tooManyStreams(`A user may follow ${perUser} streams at once. End one first.`);
    add(this.#ofConnections, member, 1);
    add(this.#ofUsers, user, 1);
    return () => {
      add(this.#ofConnections, member, -1);
      add(this.#ofUsers, user, -1);
    };
  }
}

const tooManyStreams = (message: string): DomainError => new DomainError({ code: 'RateLimited', message });

const countOf = <Key>(counts: Map<Key, number>, key: Key): number => counts.get(key) ?? 0;

function add<Key>(counts: Map<Key, number>, key: Key, difference: number): void {
  const count = countOf(counts, key) + difference;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
