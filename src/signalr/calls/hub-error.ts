/** An error whose message the client may see. Of any other error it is told only that there was one. */
export class HubError extends Error {
  override readonly name = 'HubError';
}

/** Makes the error that a method sees for a failure of its client: an error text, or that it has left. */
export type ClientError = (message: string) => Error;

/** What a method sees that waits for a client that has left. */
export const HAS_DISCONNECTED = 'The client has disconnected.';

/** A call fails with exactly this text. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
}
