/** A number of JSON whose digits a double would change, as `JSON.rawJSON` holds it. */
export interface RawNumber {
  readonly rawJSON: string;
}

/** What browsers of 2024 and later have, and the library of TypeScript does not describe yet. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}

const exact = JSON as unknown as ExactJson;

/** Parses JSON. Numbers whose digits a double would change keep them, so that writing the value gives the same text. */
export function parseExact(text: string): unknown {
  return exact.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? exact.rawJSON(source) : value,
  );
}

export const isRawNumber = (value: unknown): value is RawNumber => exact.isRawJSON(value);

/** Text of a value of a field: of numbers the digits that were sent; empty for null. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (isRawNumber(value)) return value.rawJSON;
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`;
}

/** Compares values of fields by what a write would send. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
