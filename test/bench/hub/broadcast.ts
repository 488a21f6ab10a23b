export const HUB_PATH = '/hub';
/** Answers at once. */
export const LIVE_PATH = '/live';

/** Broadcasts of the server under test to all its clients. */
export interface Broadcast {
  readonly perSecond: number;
  readonly durationMs: number;
}
