/** Numbers of the message types on the wire. */
export const MessageType = {
  Invocation: 1,
  StreamItem: 2,
  Completion: 3,
  StreamInvocation: 4,
  CancelInvocation: 5,
  Ping: 6,
  Close: 7,
  Ack: 8,
  Sequence: 9,
} as const;

/** Call of a method. Without `invocationId` the caller gets no answer, not even an error. */
export interface InvocationMessage {
  readonly type: typeof MessageType.Invocation | typeof MessageType.StreamInvocation;
  readonly invocationId?: string;
  readonly target: string;
  readonly arguments: readonly unknown[];
  /** Headers that the client has sent with the call, such as `traceparent`; members that are no text are left out. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ids of the streams that the caller uploads with this call, in the order of the method's stream parameters. */
  readonly streamIds?: readonly string[];
}

export interface StreamItemMessage {
  readonly type: typeof MessageType.StreamItem;
  readonly invocationId: string;
  readonly item: unknown;
}

/** End of a call or stream. A call without a result has neither `result` nor `error`. */
export interface CompletionMessage {
  readonly type: typeof MessageType.Completion;
  readonly invocationId: string;
  readonly result?: unknown;
  readonly error?: string;
}

export interface CancelInvocationMessage {
  readonly type: typeof MessageType.CancelInvocation;
  readonly invocationId: string;
}

export interface PingMessage {
  readonly type: typeof MessageType.Ping;
}

export interface CloseMessage {
  readonly type: typeof MessageType.Close;
  readonly error?: string;
  readonly allowReconnect?: boolean;
}

/** Acknowledgement of stateful reconnect: everything up to `sequenceId` has arrived. */
export interface AckMessage {
  readonly type: typeof MessageType.Ack;
  readonly sequenceId: number;
}

/** Position of stateful reconnect: the next numbered message has the number `sequenceId`. */
export interface SequenceMessage {
  readonly type: typeof MessageType.Sequence;
  readonly sequenceId: number;
}

export type HubMessage =
  | InvocationMessage
  | StreamItemMessage
  | CompletionMessage
  | CancelInvocationMessage
  | PingMessage
  | CloseMessage
  | AckMessage
  | SequenceMessage;

/** True for messages that stateful reconnect numbers, keeps until they are acknowledged, and sends again. */
export const isNumbered = (message: HubMessage): boolean => message.type <= MessageType.CancelInvocation;
