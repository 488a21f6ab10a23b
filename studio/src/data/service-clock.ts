/** Milliseconds by which the clock of the service is ahead of the browser's, by the last answer. */
let aheadMs = 0;

/** Learns the time of the service. @param date header `Date` of an answer, in whole seconds */
export function learnTime(date: string | null): void {
  const ms = Date.parse(date ?? '');
  if (!Number.isNaN(ms)) aheadMs = ms - Date.now();
}

/** The time of the service: clocks of users may be wrong, and dates of records are the service's. */
export const serviceNow = (): Date => new Date(Date.now() + aheadMs);
