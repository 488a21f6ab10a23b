/** Most attempts of a request whose definitions are changed while it runs, each by the definitions of its time. */
export const MOST_ATTEMPTS = 5;
/** Most times that a write looks whether definitions that it does not use were changed alone; each look takes a moment. */
export const MAX_LOOKS = 20;
const FIRST_DELAY_MS = 10;

/** Milliseconds to wait before another attempt, twice as many each time. @param attempt that has failed, from 1 */
export const delayAfter = (attempt: number): number => FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
