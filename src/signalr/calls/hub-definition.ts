import type { HubCall } from './hub-call.js';
import type { HubClient } from './hub-client.js';
import type { Parameter } from './parameters.js';

/** Method that clients may call. */
export interface HubMethod {
  /** Name, matched in any letter case. */
  readonly name: string;
  /** Parameters, checked before the method runs; absent disables the check. */
  readonly parameters?: readonly Parameter[];
  /** Kind of result if it is known before the method runs; absent derives it from the result. */
  readonly returns?: 'value' | 'stream';
  /** Runs the method. @returns a value or a stream (async iterable or Observable), or a promise of one of them */
  invoke(call: HubCall): unknown;
}

/** Behaviour of a hub. */
export interface HubDefinition {
  /** Methods for a client; called once per client, after `connected`. */
  methodsOf(client: HubClient): readonly HubMethod[];
  /** Handles a new client, whose calls wait until it has ended. An error closes the connection for good. */
  connected?(client: HubClient): unknown;
  /** Handles the disconnection of a client. */
  disconnected?(client: HubClient): unknown;
  /** Creates the error that a method sees for a failure of the client. Default: a `HubError`. */
  clientError?(message: string): Error;
}
