/** Clients that connect in the same way. */
export interface ClientGroup {
  readonly count: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Registers for it. */
  readonly entity?: string;
  /** Narrows the registration. */
  readonly filter?: object;
}

/** Request to the process of the clients. */
export type HearingRequest =
  | { readonly kind: 'connect'; readonly port: number; readonly path: string; readonly groups: readonly ClientGroup[] }
  /** Forgets what was received so far. */
  | { readonly kind: 'begin' }
  /** Waits until this number of messages was received since the beginning, or the time is over. */
  | { readonly kind: 'tell'; readonly messages: number; readonly withinMs: number }
  | { readonly kind: 'leave' };

/** Messages received since the beginning. */
export interface Heard {
  readonly messages: number;
  /** Messages by the group of the client. */
  readonly byGroup: readonly number[];
  /** WebSocket frames; one may hold many messages. */
  readonly frames: number;
  /** From the first frame to the last. */
  readonly durationMs: number;
  /** From the time that messages say that they occurred; of a frame, its first one. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Connections that the server has closed. */
  readonly lost: number;
}
