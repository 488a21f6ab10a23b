import { CallFailure, HubError } from './hub-error.js';

/**
 * What clients are told, word for word as ASP.NET Core SignalR says it: front ends look for these texts, above all for
 * what follows "HubException: ".
 */
const FAILED_TO_INVOKE = (method: string): string => `Failed to invoke '${method}' due to an error on the server.`;

const hubException = (message: string): string => ` HubException: ${message}`;

export const unknownMethod = (method: string): CallFailure =>
  new CallFailure(FAILED_TO_INVOKE(method) + hubException('Method does not exist.'));

export const wrongArguments = (method: string): CallFailure => new CallFailure(FAILED_TO_INVOKE(method));

/** The caller may not call this method. */
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

/** What the caller is told of an error that its method threw. */
export function invocationError(method: string, error: unknown): string {
  if (error instanceof CallFailure) return error.message;
  const text = `An unexpected error occurred invoking '${method}' on the server.`;
  return error instanceof HubError ? text + hubException(error.message) : text;
}

/** What the caller is told of an error that ended its stream. */
export function streamError(error: unknown): string {
  if (error instanceof CallFailure) return error.message;
  const text = 'An error occurred on the server while streaming results.';
  return error instanceof HubError ? text + hubException(error.message) : text;
}
