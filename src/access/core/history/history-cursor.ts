const CURSOR = /^1 ([0-9a-f-]{36}) (\d{1,19})$/;

/** Encodes the place after an entry as opaque text, for the history of this record. @param position of the entry in the log */
export const formatHistoryCursor = (recordId: string, position: string): string =>
  Buffer.from(`1 ${recordId} ${position}`).toString('base64url');

/** Decodes a position in the log; undefined if the cursor is not one of the history of this record. */
export function parseHistoryCursor(recordId: string, cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Buffer skips characters outside base64url; such a cursor is refused.
  if (bytes.toString('base64url') !== cursor) return undefined;
  const [, id, position] = CURSOR.exec(bytes.toString('utf8')) ?? [];
  return id === recordId && BigInt(position) <= MAX_POSITION ? position : undefined;
}

const MAX_POSITION = 2n ** 63n - 1n;
