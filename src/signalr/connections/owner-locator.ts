/** Address for requests to connections of another node. */
export interface NodeAddress {
  /** Origin such as `http://10.0.0.7:3000`; clients need not reach it. */
  readonly origin: string;
  /** Headers for every forwarded request, such as a signature that the node's private port requires. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Finds the other nodes of a service. The node that negotiated a connection owns it, with one exception: a WebSocket
 * without stateful reconnect is served by the node at which it arrives. A locator replaces sticky sessions.
 */
export interface OwnerLocator {
  /** Finds a node. @returns `undefined` when the node is gone; the client then gets 404 and negotiates again */
  locate(nodeId: string): Promise<NodeAddress | undefined> | NodeAddress | undefined;
}
