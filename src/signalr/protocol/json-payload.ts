/**
 * Serialises a value as JSON in the form that .NET clients expect: bytes as base64, times as ISO 8601 without trailing
 * zeros of the fraction. Integers beyond 2^53 become text, because JavaScript clients would lose digits.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(holdsSpecial(value) ? plain(value) : value);
}

/**
 * True for values with bytes, times or big integers. This check is cheaper than a replacer, and few values have them.
 */
function holdsSpecial(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Uint8Array || value instanceof Date) return true;
  for (const member of Object.values(value)) if (holdsSpecial(member)) return true;
  return false;
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return wholeNumber(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date) return timeText(value);
  if ('toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

/** Text of a time; an invalid date is `null`, as in JSON.stringify. */
const timeText = (value: Date): string | null => (value.toJSON() as string | null)?.replace(/\.?0+Z$/, 'Z') ?? null;

/** Converts a big integer to a number if that is exact, else to text. */
export const wholeNumber = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
