/** Error whose message the client may see. For other errors the client gets a general text. */
export class HubError extends Error {
  override readonly name = 'HubError';
}

/** Creates the error that a method sees for a failure of its client: an error text, or a disconnection. */
export type ClientError = (message: string) => Error;

/** Message of the error when a method waits for a client that has disconnected. */
export const HAS_DISCONNECTED = 'The client has disconnected.';

/** Failure of a call, whose message the client gets unchanged. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
}
