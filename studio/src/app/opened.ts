import type { QueryClient } from '@tanstack/react-query';
import type { Feed } from '../data/hub';
import { Writes } from '../data/outcomes';
import { type Environment, Service } from '../data/service';
import type { Session } from '../data/session';
import { entitiesQuery, entityQuery, meQuery, newQueryClient } from '../queries/studio';
import { LiveState, newFeed } from './live';

/** Data and connections of one environment. */
export interface Parts {
  readonly service: Service;
  readonly queries: QueryClient;
  readonly writes: Writes;
  readonly state: LiveState;
  readonly feed: Feed;
}

function newParts(session: Session, environment: Environment): Parts {
  const service = new Service(session, environment);
  const [queries, writes, state] = [newQueryClient(), new Writes(service), new LiveState()];
  return { service, queries, writes, state, feed: newFeed(session, environment, { queries, writes, state }) };
}

/** The opened environment. Another environment, and another user, begins anew, without any data of the first. */
export class Opened {
  #latest: { readonly place: string; readonly parts: Parts } | undefined;

  constructor(private readonly session: Session) {
    session.subscribe(() => {
      if (session.state === 'signed-out') this.#latest = undefined;
    });
  }

  at({ tenant, app, environment }: Environment): Parts {
    const place = JSON.stringify([tenant, app, environment]);
    if (this.#latest?.place !== place)
      this.#latest = { place, parts: newParts(this.session, { tenant, app, environment }) };
    return this.#latest.parts;
  }

  /** Asks for what every screen needs, while the code of the screen loads. */
  async readDefinitions(environment: Environment): Promise<void> {
    const { queries, service } = this.at(environment);
    await Promise.all([queries.prefetchQuery(meQuery(service)), queries.prefetchQuery(entitiesQuery(service))]);
  }

  /** Asks for the description of the screen's entity, at the same time. */
  async readEntity({ entity, ...environment }: Environment & { readonly entity: string }): Promise<void> {
    const { queries, service } = this.at(environment);
    await queries.prefetchQuery(entityQuery(service, entity));
  }
}
