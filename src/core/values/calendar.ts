const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/**
 * Whether `yyyy-MM-dd`, known to be digits and dashes, is a day of the calendar in the years 0001–9999: the years that
 * ISO 8601, .NET and PostgreSQL all write in the same way.
 */
export function isDay(text: string): boolean {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  return day <= MONTH_DAYS[month - 1] + Number(month === 2 && isLeapYear(year));
}

/** ISO 8601 of an instant in the years 0001–9999 of UTC; `undefined` outside of them. */
function isoText(ms: number): string | undefined {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString() : undefined;
}

/** The UTC day of an instant as `yyyy-MM-dd`; `undefined` outside the years 0001–9999. */
export const dayText = (ms: number): string | undefined => isoText(ms)?.slice(0, 10);

/**
 * An instant in the form in which PostgreSQL gives it back: no zeros at the end of the fraction, `Z`.
 * @param fraction digits of the second's fraction, at most microseconds; by default those of `ms`.
 * @returns `undefined` outside the years 0001–9999.
 */
export function instantText(ms: number, fraction?: string): string | undefined {
  const iso = isoText(ms);
  if (!iso) return undefined;
  const digits = (fraction ?? iso.slice(20, 23)).slice(0, 6).replace(/0+$/, '');
  return `${iso.slice(0, 19)}${digits && `.${digits}`}Z`;
}
