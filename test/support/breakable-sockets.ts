import type { IHttpConnectionOptions } from '@microsoft/signalr';
import { type ClientOptions, WebSocket } from 'ws';

/** Sockets of clients that a test can break; `http` belongs into the clients' options. */
export function breakableSockets() {
  const sockets: WebSocket[] = [];
  class Breakable extends WebSocket {
    constructor(address: string, protocols?: string | string[], options?: ClientOptions) {
      super(address, protocols, options);
      sockets.push(this);
    }
  }
  return { sockets, http: { WebSocket: Breakable } as IHttpConnectionOptions };
}
