const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/**
 * Tells whether a text of the form `yyyy-MM-dd` is a calendar day in the years 0001–9999, which ISO 8601, .NET and
 * PostgreSQL all write in the same way.
 */
export function isDay(text: string): boolean {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  return day <= MONTH_DAYS[month - 1] + Number(month === 2 && isLeapYear(year));
}

/** Formats an instant, in milliseconds, as ISO 8601; `undefined` outside the years 0001–9999 of UTC. */
function isoText(ms: number): string | undefined {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString() : undefined;
}

/** Returns the UTC day of an instant, in milliseconds, as `yyyy-MM-dd`; `undefined` outside the years 0001–9999. */
export const dayText = (ms: number): string | undefined => isoText(ms)?.slice(0, 10);

/**
 * Formats an instant as PostgreSQL does: no trailing zeros in the fraction, and `Z`.
 * @param fraction digits of the fraction of the second, truncated to microseconds; by default those of `ms`.
 * @returns `undefined` outside the years 0001–9999.
 */
export function instantText(ms: number, fraction?: string): string | undefined {
  const iso = isoText(ms);
  if (!iso) return undefined;
  const digits = (fraction ?? iso.slice(20, 23)).slice(0, 6).replace(/0+$/, '');
  return `${iso.slice(0, 19)}${digits && `.${digits}`}Z`;
}
