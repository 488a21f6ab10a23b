export const HUB_PATH = '/hub';
/** Answers at once. */
export const LIVE_PATH = '/live';

/** What the server under test is to broadcast to all its clients. */
export interface Broadcast {
  readonly perSecond: number;
  readonly durationMs: number;
}
