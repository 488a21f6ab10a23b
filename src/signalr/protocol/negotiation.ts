import type { TransferFormat } from './hub-protocol.js';

export type TransportName = 'WebSockets' | 'ServerSentEvents' | 'LongPolling';

/** Formats by transport, in the order in which clients should try the transports. */
export const TRANSPORT_FORMATS: ReadonlyMap<TransportName, readonly TransferFormat[]> = new Map([
  ['WebSockets', ['Text', 'Binary']],
  ['ServerSentEvents', ['Text']],
  ['LongPolling', ['Text', 'Binary']],
]);

/** Request of a client that negotiates. */
export interface NegotiationRequest {
  readonly version: 0 | 1;
  readonly useStatefulReconnect: boolean;
}

/** Ids of a connection: the public one, and the secret token that addresses it. */
export interface ConnectionIds {
  readonly connectionId: string;
  readonly connectionToken: string;
}

/** Answer that redirects the client to another server. */
export interface NegotiationRedirect {
  readonly url: string;
  /** Token that replaces the client's own one there. */
  readonly accessToken?: string;
}

/** Answer that refuses the client with an error text, under status 200. */
export interface NegotiationRefusal {
  readonly error: string;
}

/** Reads a negotiation's query members; versions above 1 are answered with 1. */
export function readNegotiation(
  negotiateVersion: string | undefined,
  useStatefulReconnect: string | undefined,
): NegotiationRequest | NegotiationRefusal {
  const version = negotiateVersion || '0';
  if (!/^[+-]?\d+$/.test(version)) return { error: 'The client requested a non-integer protocol version.' };
  return { version: Number(version) > 0 ? 1 : 0, useStatefulReconnect: useStatefulReconnect?.toLowerCase() === 'true' };
}

/**
 * Answer that accepts a client, with its members in the order of ASP.NET Core SignalR. Clients of version 0 get no
 * token. The member for stateful reconnect is only sent to clients that asked for it.
 */
export function negotiationAnswer(
  { version, useStatefulReconnect }: NegotiationRequest,
  { connectionId, connectionToken }: ConnectionIds,
  transports: readonly TransportName[],
): object {
  return {
    negotiateVersion: version,
    connectionId,
    ...(version > 0 && { connectionToken }),
    availableTransports: [...TRANSPORT_FORMATS]
      .filter(([transport]) => transports.includes(transport))
      .map(([transport, transferFormats]) => ({ transport, transferFormats })),
    ...(useStatefulReconnect && { useStatefulReconnect }),
  };
}
