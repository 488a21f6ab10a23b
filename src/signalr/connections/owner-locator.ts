/** Where requests for another node's connections go. */
export interface NodeAddress {
  /** Such as `http://10.0.0.7:3000`; not reachable for clients. */
  readonly origin: string;
  /** Added to every forwarded request, such as a signature that the node's private port asks for. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Finds the other nodes of a service. The node that negotiated owns a connection, with one exception: a WebSocket
 * without stateful reconnect is served by whatever node it arrives at. With a locator no sticky sessions are needed.
 */
export interface OwnerLocator {
  /** @returns `undefined` when the node is gone: the client gets 404 and negotiates anew. */
  locate(nodeId: string): Promise<NodeAddress | undefined> | NodeAddress | undefined;
}
