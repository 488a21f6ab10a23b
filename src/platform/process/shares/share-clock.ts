/** Clock of a share; tests inject their own. */
export interface ShareClock {
  /** Milliseconds since an arbitrary fixed time. */
  now(): number;
  /** Calls `run` repeatedly. @returns function that ends the repetition */
  every(ms: number, run: () => void): () => void;
}

export const SYSTEM_CLOCK: ShareClock = {
  now: () => performance.now(),
  every: (ms, run) => {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};
