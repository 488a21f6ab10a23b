/** Attempts at work in the background that ended without a result: with their process, or with an error of the service. */

/** Losses after which work is attempted by itself, because it may be the cause. */
export const SUSPECT_LOSSES = 2;

/** Losses after which work is given up. */
export const MAX_LOSSES = 5;

/** Says why work is given up. @param work such as `to fire` */
export const lossText = (losses: number, work: string): string =>
  `Each of ${losses} attempts ${work} ended with its process or an error.`;
