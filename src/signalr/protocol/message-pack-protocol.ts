import { Decoder, Encoder } from '@msgpack/msgpack';
import { binaryRecord, BinaryRecordReader } from './binary-records.js';
import type { HubProtocol } from './hub-protocol.js';
import { wholeNumber } from './json-payload.js';
import { type Members, messageOf } from './message-members.js';
import {
  type AckMessage,
  type CloseMessage,
  type HubMessage,
  MessageType,
  type PingMessage,
  type SequenceMessage,
} from './messages.js';
import { ProtocolError } from './protocol-error.js';
import { Timestamp } from './timestamp.js';

const encoder = new Encoder({ ignoreUndefined: true });

/** Kinds of results in a Completion. */
const Result = { Error: 1, Void: 2, Value: 3 } as const;

/** Hub protocol `messagepack`: MessagePack arrays, each preceded by its length. */
export const messagePackProtocol: HubProtocol = {
  name: 'messagepack',
  transferFormat: 'Binary',
  reader: (maximumBytes) => new BinaryRecordReader(maximumBytes),
  decode: (record) => messageOf(membersOf(arrayOf(record))),
  encode: (message) => binaryRecord(encoder.encodeSharedRef(exact(outgoing(message)))),
};

function arrayOf(record: Buffer): readonly unknown[] {
  // The decoder checks lengths before it allocates memory for them.
  const limit = record.length;
  const limits = { maxArrayLength: limit, maxMapLength: limit, maxStrLength: limit, maxBinLength: limit };
  try {
    const value: unknown = new Decoder({ ...limits, maxExtLength: limit }).decode(record);
    if (Array.isArray(value)) return value;
  } catch {
    throw new ProtocolError('not MessagePack');
  }
  throw new ProtocolError('not an array');
}

/** Reads the members of each type by their positions. Headers, at position 1, are those of calls. */
function membersOf(array: readonly unknown[]): Members {
  const [type] = array;
  const at2 = array[2];
  switch (type) {
    case MessageType.Invocation:
    case MessageType.StreamInvocation:
      return { type, headers: array[1], invocationId: at2, target: array[3], arguments: array[4], streamIds: array[5] };
    case MessageType.StreamItem:
      return { type, invocationId: at2, item: array[3] };
    case MessageType.Completion:
      return { type, invocationId: at2, ...resultOf(array) };
    case MessageType.CancelInvocation:
      return { type, invocationId: at2 };
    case MessageType.Close:
      return { type, error: array[1], allowReconnect: at2 };
    case MessageType.Ack:
    case MessageType.Sequence:
      return { type, sequenceId: array[1] };
    default:
      return { type };
  }
}

function resultOf(array: readonly unknown[]): Pick<Members, 'result' | 'error'> {
  switch (array[3]) {
    case Result.Error:
      return { error: typeof array[4] === 'string' ? array[4] : '' };
    case Result.Void:
      return {};
    case Result.Value:
      return { result: array[4] };
    default:
      throw new ProtocolError('unknown kind of result');
  }
}

function outgoing(message: HubMessage): readonly unknown[] {
  switch (message.type) {
    case MessageType.Invocation:
    case MessageType.StreamInvocation: {
      const { type, invocationId, target, arguments: values, streamIds } = message;
      return [type, {}, invocationId ?? null, target, values, streamIds ?? []];
    }
    case MessageType.StreamItem:
      return [message.type, {}, message.invocationId, message.item ?? null];
    case MessageType.Completion:
      return completion(message.invocationId, message);
    case MessageType.CancelInvocation:
      return [message.type, {}, message.invocationId];
    default:
      return control(message);
  }
}

function control(message: PingMessage | CloseMessage | AckMessage | SequenceMessage): readonly unknown[] {
  switch (message.type) {
    case MessageType.Ping:
      return [message.type];
    case MessageType.Close:
      return [message.type, message.error ?? null, message.allowReconnect ?? false];
    default:
      return [message.type, message.sequenceId];
  }
}

function completion(id: string, outcome: { readonly result?: unknown; readonly error?: string }): readonly unknown[] {
  if (outcome.error !== undefined) return [MessageType.Completion, {}, id, Result.Error, outcome.error];
  if ('result' in outcome) return [MessageType.Completion, {}, id, Result.Value, outcome.result ?? null];
  return [MessageType.Completion, {}, id, Result.Void];
}

/** Converts timestamps, and big integers, which the codec of JavaScript clients does not support. */
function exact(value: unknown): unknown {
  if (typeof value === 'bigint') return wholeNumber(value);
  if (typeof value !== 'object' || value === null || value instanceof Date || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(exact);
  if (value instanceof Timestamp) return value.toMessagePack();
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, exact(member)]));
}
