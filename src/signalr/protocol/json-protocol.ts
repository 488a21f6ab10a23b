import type { HubProtocol } from './hub-protocol.js';
import { type HubMessage, MessageType } from './messages.js';
import { type Members, messageOf } from './message-members.js';
import { ProtocolError } from './protocol-error.js';
import { jsonText } from './json-payload.js';
import { RECORD_SEPARATOR, textRecord, TextRecordReader } from './text-records.js';

/** Hub protocol `json`: JSON texts, each followed by the record separator. */
export const jsonProtocol: HubProtocol = {
  name: 'json',
  transferFormat: 'Text',
  reader: (maximumBytes) => new TextRecordReader(maximumBytes),
  decode: (record) => messageOf(membersOf(record)),
  encode: (message) => textRecord(jsonText(outgoing(message))),
};

/** Parses a record. Any JSON object fits `Members`, because `messageOf` checks each member that it reads. */
function membersOf(record: Buffer): Members {
  if (record.includes(RECORD_SEPARATOR)) throw new ProtocolError('a separator within a record');
  try {
    const value: unknown = JSON.parse(record.toString());
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    throw new ProtocolError('not JSON');
  }
  throw new ProtocolError('not a JSON object');
}

/** Members in the order and with the defaults of ASP.NET Core SignalR; an absent result is `null`. */
function outgoing(message: HubMessage): object {
  switch (message.type) {
    case MessageType.StreamItem:
      return { type: message.type, invocationId: message.invocationId, item: message.item ?? null };
    case MessageType.Invocation:
    case MessageType.StreamInvocation: {
      const { type, invocationId, target, arguments: values, streamIds } = message;
      return { type, invocationId, target, arguments: values, streamIds };
    }
    case MessageType.Completion: {
      const { type, invocationId, error } = message;
      if (error !== undefined) return { type, invocationId, error };
      return 'result' in message ? { type, invocationId, result: message.result ?? null } : { type, invocationId };
    }
    default:
      return message;
  }
}
