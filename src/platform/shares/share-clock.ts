/** Time as a share sees it; tests bring one of their own. */
export interface ShareClock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** @returns ends the repetition. */
  every(ms: number, run: () => void): () => void;
}

export const SYSTEM_CLOCK: ShareClock = {
  now: () => performance.now(),
  every: (ms, run) => {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};
