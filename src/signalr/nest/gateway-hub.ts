import type { WsMessageHandler } from '@nestjs/common/interfaces/websockets/web-socket-adapter.interface.js';
import type { HubClient } from '../calls/hub-client.js';
import type { HubDefinition, HubMethod } from '../calls/hub-definition.js';
import { GatewayCalls } from './gateway-calls.js';
import type { GatewayInstance } from './gateway-instances.js';
import type { Gateways } from './gateway-methods.js';
import { HubException } from './hub-exception.js';

/** Objects that Nest has bound to one client. */
interface Bound {
  readonly hub: GatewayHub;
  readonly calls: GatewayCalls;
  readonly methods: HubMethod[];
  readonly disconnects: (() => void)[];
  readonly gateways: GatewayInstance[];
}

const BOUND = new WeakMap<HubClient, Bound>();

/** Hub made of the gateways of one path. */
export class GatewayHub implements HubDefinition {
  readonly #connects: ((client: HubClient) => void)[] = [];

  constructor(private readonly gateways: Gateways) {}

  /** Hub of a client. */
  static of(client: HubClient): GatewayHub {
    return BOUND.get(client)!.hub;
  }

  onConnect(callback: (client: HubClient) => void): void {
    this.#connects.push(callback);
  }

  onDisconnect(client: HubClient, callback: () => void): void {
    BOUND.get(client)!.disconnects.push(callback);
  }

  addMethods(client: HubClient, handlers: readonly WsMessageHandler[]): void {
    const { methods, calls } = BOUND.get(client)!;
    for (const { message, callback } of handlers) {
      const method = this.gateways.methods.get(message);
      methods.push({ name: message, ...method, invoke: (call) => calls.invoke(callback, call, method) });
    }
  }

  methodsOf(client: HubClient): readonly HubMethod[] {
    return BOUND.get(client)!.methods;
  }

  async connected(client: HubClient): Promise<void> {
    const bound: Bound = { hub: this, calls: GatewayCalls.for(client), methods: [], disconnects: [], gateways: [] };
    BOUND.set(client, bound);
    for (const find of this.gateways.instances) bound.gateways.push(await find(client));
    for (const gateway of bound.gateways) if (client.isConnected) await gateway.hubConnected?.(client);
    if (client.isConnected) for (const connect of this.#connects) connect(client);
  }

  clientError(message: string): Error {
    return new HubException(message);
  }

  async disconnected(client: HubClient): Promise<void> {
    const { disconnects, gateways } = BOUND.get(client)!;
    for (const disconnect of disconnects) disconnect();
    for (const gateway of gateways) await gateway.hubDisconnected?.(client);
  }
}
