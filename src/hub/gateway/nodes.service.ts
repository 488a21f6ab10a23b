import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Config } from '#platform/process/config/config.js';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { hmacSigner, type NodeAddress, type OwnerLocator, type ServerOptions } from '#signalr/index.js';

/** Timeout of a node; three heartbeats may get lost. */
const NODE_TIMEOUT_SECONDS = 35;
const CACHE_MS = 5_000;
const MAX_CACHED = 1_000;

/**
 * Addresses of the service's nodes. A request of a hub connection that reaches another node is forwarded with the
 * client's own credentials, so no sticky sessions are needed.
 */
@Injectable()
export class Nodes implements OwnerLocator {
  readonly #id = randomUUID();
  readonly #known = new LRUCache<string, NodeAddress>({ max: MAX_CACHED, ttl: CACHE_MS });
  #origin: string | undefined;

  private constructor(
    private readonly platform: PlatformDatabase,
    private readonly config: Config,
    private readonly key: string,
  ) {}

  /** Reads the key that all nodes share. */
  static async join(platform: PlatformDatabase, config: Config): Promise<Nodes> {
    const [{ key }] = await platform.repeatable<{ key: string }>('SELECT key FROM platform.hub_key');
    return new Nodes(platform, config, key);
  }

  /** Options by which this node's SignalR server is one of several. */
  get serverOptions(): Pick<ServerOptions, 'nodeId' | 'signer' | 'locator'> {
    return { nodeId: this.#id, signer: hmacSigner(this.key), locator: this };
  }

  /** Publishes the address of this node as soon as it listens. */
  announce(server: Server): void {
    server.once('listening', () => {
      this.#origin = originOf(server.address() as AddressInfo, this.config);
      void this.heartbeat();
    });
  }

  @Upkeep(10_000)
  async heartbeat(): Promise<void> {
    if (this.#origin === undefined) return;
    await this.platform.repeatable(
      `INSERT INTO platform.node (id, origin, seen_on, knows_keys) VALUES ($1, $2, now(), true)
       ON CONFLICT (id) DO UPDATE SET seen_on = now()`,
      [this.#id, this.#origin],
    );
    await this.platform.repeatable(`DELETE FROM platform.node WHERE seen_on < now() - interval '1 hour'`);
  }

  async locate(nodeId: string): Promise<NodeAddress | undefined> {
    const known = this.#known.get(nodeId);
    if (known) return known;
    const [found] = await this.platform.repeatable<NodeAddress>(
      `SELECT origin FROM platform.node WHERE id::text = $1 AND seen_on > now() - interval '${NODE_TIMEOUT_SECONDS} seconds'`,
      [nodeId],
    );
    if (found) this.#known.set(nodeId, found);
    return found;
  }
}

/** Builds the origin by which other nodes reach a listening address of this node. */
function originOf({ address, port, family }: AddressInfo, { cluster, hub: { nodeOrigin } }: Config): string {
  if (nodeOrigin !== undefined) return cluster === 1 ? nodeOrigin : `http://${new URL(nodeOrigin).hostname}:${port}`;
  const isAny = address === '0.0.0.0' || address === '::';
  if (!isAny) return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  const outside = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find((each) => each.family === 'IPv4' && !each.internal);
  return `http://${outside?.address ?? '127.0.0.1'}:${port}`;
}
