import { LRUCache } from 'lru-cache';

/** Parts of a statement that its span shows. */
export interface StatementShape {
  /** First verb that writes; of a read SELECT. */
  readonly verb: string;
  /** Text with `?` for each literal and number. Values that are bound were never part of it. */
  readonly text: string;
}

/** Longest text that a span shows. */
const MAX_CHARACTERS = 4_000;
const MAX_KEPT = 500;

/** Names in quotes and parameters, which hold no values, and (in the first group) everything that may hold one. */
const PARTS =
  /"(?:[^"]|"")*"|\$\d+|(\b[eE]'(?:[^'\\]|''|\\[^])*'|'(?:[^']|'')*'|\$([A-Za-z_]\w*)?\$[^]*?\$\2\$|--[^\n]*|\/\*[^]*?\*\/|(?<![\w$])\d[\w.]*)/g;
const WRITE = /\b(?:INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|CALL|GRANT|REVOKE|TRUNCATE|LOCK|SET)\b/;

const known = new LRUCache<string, StatementShape>({ max: MAX_KEPT });

/** Shape of a statement, without any value that its text might hold. */
export function shapeOfStatement(text: string): StatementShape {
  const found = known.get(text);
  if (found) return found;
  const shape = text.replace(PARTS, (part: string, value: string | undefined) => (value === undefined ? part : '?'));
  // A lock of a read, such as FOR UPDATE, is no write.
  const verb = WRITE.exec(shape.replace(/\bFOR (?:NO KEY )?UPDATE\b/g, ''))?.[0] ?? 'SELECT';
  const made = { verb, text: shape.slice(0, MAX_CHARACTERS) };
  known.set(text, made);
  return made;
}
