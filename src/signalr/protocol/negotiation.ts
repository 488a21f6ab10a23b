import type { TransferFormat } from './hub-protocol.js';

export type TransportName = 'WebSockets' | 'ServerSentEvents' | 'LongPolling';

/** What each transport can carry, in the order in which clients should try them. */
export const TRANSPORT_FORMATS: ReadonlyMap<TransportName, readonly TransferFormat[]> = new Map([
  ['WebSockets', ['Text', 'Binary']],
  ['ServerSentEvents', ['Text']],
  ['LongPolling', ['Text', 'Binary']],
]);

/** What a client asks for when it negotiates. */
export interface NegotiationRequest {
  readonly version: 0 | 1;
  readonly useStatefulReconnect: boolean;
}

/** The ids of a connection: the public one, and the secret one that addresses it. */
export interface ConnectionIds {
  readonly connectionId: string;
  readonly connectionToken: string;
}

/** Sends the client elsewhere. */
export interface NegotiationRedirect {
  readonly url: string;
  /** Replaces the client's own token there. */
  readonly accessToken?: string;
}

/** Tells the client, in a successful answer, why it may not connect. */
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
 * The answer that accepts, its members in the order of the original. A version 0 client is given no
 * token. Stateful reconnect is only mentioned to clients that asked for it.
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
