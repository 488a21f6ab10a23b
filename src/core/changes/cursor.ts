import type { Seen } from './seen.js';

/** A place in the change log from which reading goes on: all of `seen` is read, and perhaps a part of what came next. */
export interface Cursor {
  /** Identity of the log: another one after a restore. */
  readonly log: string;
  readonly seen: Seen;
  /** What came next, read in the order of `position` as far as `after`. */
  readonly rest?: { readonly to: Seen; readonly after: bigint };
}

/** The cursor is of another log, too old, or no cursor at all: what it has missed is not known. */
export class CursorExpired extends Error {
  constructor() {
    super('The cursor has expired.');
    this.name = 'CursorExpired';
  }
}

const MAX_LENGTH = 20_000;
/** More transactions than a database server runs at once. Each costs a look at an index. */
const MAX_RUNNING = 1_000;
const NUMBER = '[0-9a-z]{1,13}';
const SEEN = `${NUMBER}(?:-${NUMBER})*_${NUMBER}`;
const CURSOR = new RegExp(`^([0-9a-f]{16})\\.(${SEEN})(?:\\.(${SEEN})\\.(${NUMBER}))?$`);
/** No change has a greater position: the greatest `bigint`. */
export const MAX_POSITION = 2n ** 63n - 1n;

/** The cursor as callers keep it: opaque text of letters, digits, `.`, `-` and `_`. */
export function printCursor({ log, seen, rest }: Cursor): string {
  const parts = [log, printSeen(seen), ...(rest ? [printSeen(rest.to), rest.after.toString(36)] : [])];
  return parts.join('.');
}

/** @returns undefined when the text is none of ours. */
export function readCursor(text: string): Cursor | undefined {
  const [, log, seen, to, after] = (text.length <= MAX_LENGTH && CURSOR.exec(text)) || [];
  if (log === undefined) return undefined;
  const cursor: Cursor = {
    log,
    seen: readSeen(seen),
    ...(to !== undefined && { rest: { to: readSeen(to), after: number(after) } }),
  };
  const seens = [cursor.seen, ...(cursor.rest ? [cursor.rest.to] : [])];
  if (seens.some(({ below, except }) => except.length > MAX_RUNNING || except.some((xid) => xid >= below)))
    return undefined;
  const numbers = seens.flatMap(({ below, except }) => [below, ...except]);
  return [...numbers, cursor.rest?.after ?? 0n].every((each) => each >= 0n && each <= MAX_POSITION)
    ? cursor
    : undefined;
}

/** Running transactions by how far they lie below: short numbers. */
function printSeen({ below, except, at }: Seen): string {
  const numbers = [below, ...except.map((xid) => below - xid)];
  return `${numbers.map((each) => each.toString(36)).join('-')}_${at.toString(36)}`;
}

function readSeen(text: string): Seen {
  const [numbers, at] = text.split('_');
  const [below, ...distances] = numbers.split('-').map(number);
  return { below, except: distances.map((distance) => below - distance), at: Number.parseInt(at, 36) };
}

const number = (text: string): bigint =>
  Array.from(text, (digit) => BigInt(Number.parseInt(digit, 36))).reduce((value, digit) => value * 36n + digit, 0n);
