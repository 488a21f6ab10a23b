import { Injectable } from '@nestjs/common';
import { Metrics } from '#platform/observability/metrics/metrics.js';
import { NotificationHub } from './notification-hub.gateway.js';

const CONNECTIONS = { kind: 'gauge', name: 'hub_connections', help: 'Clients of the hub.' } as const;

/** Adds the metrics of the hub. */
@Injectable()
export class HubMetrics {
  constructor(metrics: Metrics, hub: NotificationHub) {
    metrics.add(CONNECTIONS, {}, () => hub.size);
  }
}
