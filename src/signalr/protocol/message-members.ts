import { type HubMessage, type InvocationMessage, MessageType } from './messages.js';
import { ProtocolError } from './protocol-error.js';

/** Unchecked members of a received message, in any encoding. */
export interface Members {
  readonly type?: unknown;
  readonly invocationId?: unknown;
  readonly headers?: unknown;
  readonly target?: unknown;
  readonly arguments?: unknown;
  readonly streamIds?: unknown;
  readonly item?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly allowReconnect?: unknown;
  readonly sequenceId?: unknown;
}

/** Greatest nesting of a message, as in System.Text.Json. */
const MAXIMUM_DEPTH = 64;

/**
 * Checks a message's members by its type. Members that the type does not have are ignored.
 *
 * @returns `undefined` for an unknown type
 * @throws {ProtocolError} for a member that is missing or of the wrong type
 */
export function messageOf(members: Members): HubMessage | undefined {
  const { type } = members;
  if (typeof type !== 'number' || !Number.isInteger(type)) throw new ProtocolError('no type');
  if (!isWithinDepth(members, MAXIMUM_DEPTH)) throw new ProtocolError('nested too deeply');
  const read = READERS.get(type);
  return read?.(members);
}

const READERS: ReadonlyMap<number, (members: Members) => HubMessage> = new Map([
  [MessageType.Invocation, (members: Members) => invocation(MessageType.Invocation, members)],
  [MessageType.StreamInvocation, streamInvocation],
  [
    MessageType.StreamItem,
    (members: Members): HubMessage => ({
      type: MessageType.StreamItem,
      invocationId: requiredId(members),
      item: members.item,
    }),
  ],
  [MessageType.Completion, completion],
  [
    MessageType.CancelInvocation,
    (members: Members): HubMessage => ({ type: MessageType.CancelInvocation, invocationId: requiredId(members) }),
  ],
  [MessageType.Ping, (): HubMessage => ({ type: MessageType.Ping })],
  [MessageType.Close, close],
  [MessageType.Ack, (members: Members): HubMessage => ({ type: MessageType.Ack, sequenceId: sequenceId(members) })],
  [
    MessageType.Sequence,
    (members: Members): HubMessage => ({ type: MessageType.Sequence, sequenceId: sequenceId(members) }),
  ],
]);

function invocation(type: InvocationMessage['type'], members: Members): InvocationMessage {
  const { target, arguments: values, streamIds } = members;
  const invocationId = optionalText('invocationId', members.invocationId);
  if (typeof target !== 'string') throw new ProtocolError('no target');
  if (!Array.isArray(values)) throw new ProtocolError('arguments are not an array');
  if (streamIds !== undefined && streamIds !== null && !isTexts(streamIds)) throw new ProtocolError('bad streamIds');
  return {
    type,
    target,
    arguments: values,
    ...(invocationId && { invocationId }),
    ...headersOf(members.headers),
    ...(streamIds && streamIds.length > 0 && { streamIds }),
  };
}

/** Headers of a call; absent where there are none. */
function headersOf(value: unknown): Pick<InvocationMessage, 'headers'> {
  if (typeof value !== 'object' || value === null) return {};
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string');
  return texts.length === 0 ? {} : { headers: Object.fromEntries(texts) };
}

function streamInvocation(members: Members): HubMessage {
  return { ...invocation(MessageType.StreamInvocation, members), invocationId: requiredId(members) };
}

function completion(members: Members): HubMessage {
  const invocationId = requiredId(members);
  const error = optionalText('error', members.error);
  if (error === undefined)
    return { type: MessageType.Completion, invocationId, ...('result' in members && { result: members.result }) };
  if (members.result !== undefined) throw new ProtocolError('both result and error');
  return { type: MessageType.Completion, invocationId, error };
}

function close(members: Members): HubMessage {
  const error = optionalText('error', members.error);
  const { allowReconnect } = members;
  if (allowReconnect !== undefined && typeof allowReconnect !== 'boolean')
    throw new ProtocolError('allowReconnect is not a boolean');
  return {
    type: MessageType.Close,
    ...(error !== undefined && { error }),
    ...(allowReconnect !== undefined && { allowReconnect }),
  };
}

function requiredId({ invocationId }: Members): string {
  if (typeof invocationId !== 'string') throw new ProtocolError('no invocationId');
  return invocationId;
}

function sequenceId({ sequenceId: value }: Members): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new ProtocolError('bad sequenceId');
  return value;
}

function optionalText(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new ProtocolError(`${name} is not a text`);
  return value;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  if (depth === 0) return false;
  for (const member of Array.isArray(value) ? value : Object.values(value))
    if (!isWithinDepth(member, depth - 1)) return false;
  return true;
}
