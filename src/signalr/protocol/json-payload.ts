/**
 * A value as JSON text, as .NET clients expect it: bytes as base64, times as ISO 8601 without zeros at the end of the
 * fraction, integers beyond 2^53 as text, since JavaScript clients would lose their digits.
 */
export function jsonText(value: unknown): string {
  return JSON.stringify(holdsSpecial(value) ? plain(value) : value);
}

/** Most values hold neither bytes, times nor big integers; looking is cheaper than a replacer. */
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

/** A time that is none is `null`, as in all JSON. */
const timeText = (value: Date): string | null => (value.toJSON() as string | null)?.replace(/\.?0+Z$/, 'Z') ?? null;

/** A whole number of any size: a number where that is exact, text where JavaScript clients would lose digits. */
export const wholeNumber = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
