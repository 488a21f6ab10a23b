import type { HubProtocol, TransferFormat } from './hub-protocol.js';
import { jsonProtocol } from './json-protocol.js';
import { messagePackProtocol } from './message-pack-protocol.js';
import { textRecord } from './text-records.js';

/** Result of a client's first record: the protocol that it asked for, or the error text that refuses it. */
export type Handshake = { readonly protocol: HubProtocol } | { readonly error: string };

/** Highest version of the hub protocols: version 2 adds stateful reconnect. */
const HIGHEST_VERSION = 2;

const PROTOCOLS: readonly HubProtocol[] = [jsonProtocol, messagePackProtocol];

/** Error text for a malformed handshake. */
const HANDSHAKE_FAILED = 'An unexpected error occurred during connection handshake.';

/** Error text for a handshake that is late or too large. */
export const HANDSHAKE_CANCELED = 'Handshake was canceled.';

/** Reads the handshake. @param formats formats that the transport supports */
export function readHandshake(record: Buffer, formats: readonly TransferFormat[]): Handshake {
  const request = requestOf(record);
  if (!request) return { error: HANDSHAKE_FAILED };
  const { protocol: name, version } = request;
  const protocol = PROTOCOLS.find((each) => each.name === name.toLowerCase());
  if (!protocol) return { error: `The protocol '${name}' is not supported.` };
  if (version < 0 || version > HIGHEST_VERSION)
    return { error: `The server does not support version ${version} of the '${name}' protocol.` };
  if (!formats.includes(protocol.transferFormat))
    return {
      error:
        `Cannot use the '${protocol.name}' protocol on the current transport. The transport does not support ` +
        `'${protocol.transferFormat}' transfer format.`,
    };
  return { protocol };
}

/** Answer to a handshake. @param error text of the refusal; absent when it is accepted */
export const handshakeAnswer = (error?: string): Buffer => textRecord(JSON.stringify({ error }));

function requestOf(record: Buffer): { readonly protocol: string; readonly version: number } | undefined {
  try {
    const request: unknown = JSON.parse(record.toString());
    if (typeof request !== 'object' || request === null) return undefined;
    const { protocol, version } = request as Readonly<Record<string, unknown>>;
    if (typeof protocol !== 'string' || !Number.isInteger(version)) return undefined;
    return { protocol, version: version as number };
  } catch {
    return undefined;
  }
}
