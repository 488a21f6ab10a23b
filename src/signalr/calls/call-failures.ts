import { CallFailure, HubError } from './hub-error.js';

/**
 * Error texts for clients, identical to those of ASP.NET Core SignalR: front ends compare them, above all the part
 * after "HubException: ".
 */
const FAILED_TO_INVOKE = (method: string): string => `Failed to invoke '${method}' due to an error on the server.`;

const hubException = (message: string): string => ` HubException: ${message}`;

export const unknownMethod = (method: string): CallFailure =>
  new CallFailure(FAILED_TO_INVOKE(method) + hubException('Method does not exist.'));

export const wrongArguments = (method: string): CallFailure => new CallFailure(FAILED_TO_INVOKE(method));

/** Failure of a caller without the right to call this method. */
export const unauthorized = (method: string): CallFailure =>
  new CallFailure(`Failed to invoke '${method}' because user is unauthorized`);

export const wrongStreamCount = (method: string, sent: number, expected: number): CallFailure =>
  new CallFailure(
    `An unexpected error occurred invoking '${method}' on the server.` +
      hubException(`Client sent ${sent} stream(s), Hub method expects ${expected}.`),
  );

export const notInvocable = (method: string): CallFailure =>
  new CallFailure(`The client attempted to invoke the streaming '${method}' method with a non-streaming invocation.`);

export const notStreamable = (method: string): CallFailure =>
  new CallFailure(`The client attempted to invoke the non-streaming '${method}' method with a streaming invocation.`);

export const invocationIdTaken = (id: string): CallFailure =>
  new CallFailure(`Invocation ID '${id}' is already in use.`);

/** Error text for the caller when its method threw an error. */
export function invocationError(method: string, error: unknown): string {
  if (error instanceof CallFailure) return error.message;
  const text = `An unexpected error occurred invoking '${method}' on the server.`;
  return error instanceof HubError ? text + hubException(error.message) : text;
}

/** Error text for the caller when an error ended its stream. */
export function streamError(error: unknown): string {
  if (error instanceof CallFailure) return error.message;
  const text = 'An error occurred on the server while streaming results.';
  return error instanceof HubError ? text + hubException(error.message) : text;
}
