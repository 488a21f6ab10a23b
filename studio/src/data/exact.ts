/** Strings, which are left alone, and numbers of a JSON text. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Begins a string that stands for a number; no text of the service contains this character. */
const MARK = '\\u0000';

/** `JSON.rawJSON` of newer browsers writes digits as they are. */
const { rawJSON } = JSON as { readonly rawJSON?: (digits: string) => unknown };

/** A number of JSON whose digits a double would change. */
export class ExactNumber {
  constructor(readonly digits: string) {}

  /** The same digits; as text in browsers that cannot write them as a number, which fields take, too. */
  toJSON(): unknown {
    return rawJSON?.(this.digits) ?? this.digits;
  }
}

/** Parses JSON. Numbers whose digits a double would change keep them, so that writing the value gives the same digits. */
export function parseExact(text: string): unknown {
  let isExact = true;
  const marked = text.replaceAll(TOKENS, (token) => {
    if (token.startsWith('"') || String(Number(token)) === token) return token;
    isExact = false;
    return `"${MARK}${token}"`;
  });
  if (isExact) return JSON.parse(text);
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('\0') ? new ExactNumber(value.slice(1)) : value,
  );
}

/** Text of a value of a field: of numbers the digits that were sent; empty for null. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof ExactNumber) return value.digits;
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`;
}

/** Compares values of fields by what a write would send. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
