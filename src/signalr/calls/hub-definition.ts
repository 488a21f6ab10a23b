import type { HubCall } from './hub-call.js';
import type { HubClient } from './hub-client.js';
import type { Parameter } from './parameters.js';

/** A method that clients may call. */
export interface HubMethod {
  /** Matched in any letter case. */
  readonly name: string;
  /** Checked before the method runs; without it, it gets whatever came. */
  readonly parameters?: readonly Parameter[];
  /** Whether it streams, where that is known before it runs; otherwise its result tells. */
  readonly returns?: 'value' | 'stream';
  /** @returns a value, a promise of one, or a stream: an async iterable or Observable, or a promise of one. */
  invoke(call: HubCall): unknown;
}

/** What a hub does. */
export interface HubDefinition {
  /** Asked once for each client, after `connected`. */
  methodsOf(client: HubClient): readonly HubMethod[];
  /** A client is there; its calls wait until this has ended. An error closes the connection for good. */
  connected?(client: HubClient): unknown;
  /** A client has left. */
  disconnected?(client: HubClient): unknown;
  /** Makes the error that a method sees for a failure of the client. Default: a `HubError`. */
  clientError?(message: string): Error;
}
