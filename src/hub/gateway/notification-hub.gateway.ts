import { Injectable } from '@nestjs/common';
import type { HubName } from '#core/catalogue/hub-names.js';
import type { Admitted } from '#platform/catalogue/admitted.js';
import { Config } from '#platform/process/config/config.js';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import type { Hub, HubClient, HubDefinition, HubMethod, SignalRServer } from '#signalr/index.js';
import { Feeds } from '#hub/feeds/feeds.service.js';
import { Subscriber } from '#hub/feeds/subscriber.js';
import { FollowOutcomes } from './follow-outcomes.service.js';
import { HubAdmission, userKey } from './hub-admission.service.js';
import {
  argumentsOf,
  entityChanged,
  notification,
  operationCompleted,
  subscriptionEnded,
  type Values,
} from './hub-messages.dto.js';
import { HubMethods } from './hub-methods.gateway.js';
import { SendThrottle } from './send-throttle.js';

const PATH = '/hubs/crud-notifications';
const CONNECTIONS = { kind: 'gauge', name: 'hub_connections', help: 'Clients of the hub.' } as const;
/** Ratio that limits one user to three quarters of a node's free connections. */
const OWNED_PER_FREE = 3;

/** Receiver of messages. */
interface Receiver {
  readonly isEmpty?: boolean;
  send(message: string, ...values: readonly unknown[]): void;
}

/** The hub: its connections and the messages to them (docs/interface/hub.md). */
@Injectable()
export class NotificationHub implements HubDefinition {
  readonly #members = new WeakMap<HubClient, Subscriber>();
  #hub: Hub | undefined;

  constructor(
    private readonly feeds: Feeds,
    private readonly outcomes: FollowOutcomes,
    private readonly admission: HubAdmission,
    private readonly methods: HubMethods,
    private readonly config: Config,
    metrics: Metrics,
  ) {
    metrics.add(CONNECTIONS, {}, () => this.size);
  }

  /** Number of clients of this node. */
  get size(): number {
    return this.#hub?.size ?? 0;
  }

  /** Mounts the hub on a SignalR server. */
  mount(server: SignalRServer): void {
    const { messageBytes, keepAliveMs, clientTimeoutMs, connections, connectionsPerUser } = this.config.hub;
    const hub = server.mapHub(PATH, this, {
      authorize: (request) => this.admission.admit(request),
      maximumMessageBytes: messageBytes,
      keepAliveIntervalMs: keepAliveMs,
      clientTimeoutMs,
      maximumConnections: connections,
      maximumConnectionsPerOwner: connectionsPerUser,
      maximumOwnedPerFree: OWNED_PER_FREE,
    });
    this.#hub = hub;
    this.#listen(hub);
  }

  async connected(client: HubClient): Promise<void> {
    const member = new Subscriber(client, client.identity.data as Admitted);
    this.#members.set(client, member);
    try {
      await this.feeds.join(member);
      this.outcomes.begin();
    } catch (error) {
      client.close({ error: 'Unavailable: Try again later.', allowReconnect: true });
      throw error;
    }
  }

  disconnected(client: HubClient): void {
    const member = this.#members.get(client);
    if (member) this.feeds.leave(member);
  }

  methodsOf(client: HubClient): readonly HubMethod[] {
    return this.methods.of(this.#members.get(client)!);
  }

  #listen(hub: Hub): void {
    const throttle = new SendThrottle(() => hub.flushed());
    this.feeds.listen(
      (notice, receivers, { settings }) => {
        const to: Receiver =
          'groups' in receivers
            ? hub.groups(receivers.groups, receivers.others)
            : hub.withIds(receivers.map(({ client }) => client.id));
        if (to.isEmpty) return undefined;
        send(to, settings.hubNames.EntityChanged, entityChanged(notice, settings));
        return throttle.next();
      },
      (record, { id, settings }) => {
        send(
          hub.user(userKey(id, String(record.OwnerId))),
          settings.hubNames.Notification,
          notification(record, settings),
        );
        return throttle.next();
      },
      ({ id, member: { client, catalogue } }, reason) =>
        send(client, catalogue.environment.settings.hubNames.SubscriptionEnded, subscriptionEnded(id, reason)),
      ({ client, catalogue }, entityName) =>
        send(client, catalogue.environment.settings.hubNames.ScopeChanged, { EntityName: entityName }),
    );
    this.outcomes.listen((outcome, catalogue) => {
      const { id, settings } = catalogue.environment;
      const values = operationCompleted(outcome, catalogue);
      send(hub.user(userKey(id, outcome.userId)), settings.hubNames.OperationCompleted, values);
    });
  }
}

/** Sends a message with the environment's name and argument style. */
const send = (to: Receiver, name: HubName, values: Values): void => to.send(name.name, ...argumentsOf(name, values));
