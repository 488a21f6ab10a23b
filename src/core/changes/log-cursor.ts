import type { LogSnapshot } from './log-snapshot.js';

/** Position in the change log to resume from: all of `seen` is read, and perhaps a part of the next range. */
export interface LogCursor {
  /** Identity of the log: another one after a restore. */
  readonly log: string;
  readonly snapshot: LogSnapshot;
  /** The next range, read in the order of `position` as far as `after`. */
  readonly rest?: { readonly to: LogSnapshot; readonly after: bigint };
}

/** The cursor belongs to another log, is too old, or is malformed: the changes since it cannot be determined. */
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

/** The cursor as clients keep it: opaque text of letters, digits, `.`, `-` and `_`. */
export function formatLogCursor({ log, snapshot: seen, rest }: LogCursor): string {
  const parts = [log, printSeen(seen), ...(rest ? [printSeen(rest.to), rest.after.toString(36)] : [])];
  return parts.join('.');
}

/** @returns undefined when the text is not a cursor of this service */
export function parseLogCursor(text: string): LogCursor | undefined {
  const [, log, seen, to, after] = (text.length <= MAX_LENGTH && CURSOR.exec(text)) || [];
  if (log === undefined) return undefined;
  const cursor: LogCursor = {
    log,
    snapshot: readSeen(seen),
    ...(to !== undefined && { rest: { to: readSeen(to), after: number(after) } }),
  };
  const seens = [cursor.snapshot, ...(cursor.rest ? [cursor.rest.to] : [])];
  if (
    seens.some(
      ({ xmax: below, inProgress: except }) => except.length > MAX_RUNNING || except.some((xid) => xid >= below),
    )
  )
    return undefined;
  const numbers = seens.flatMap(({ xmax: below, inProgress: except }) => [below, ...except]);
  return [...numbers, cursor.rest?.after ?? 0n].every((each) => each >= 0n && each <= MAX_POSITION)
    ? cursor
    : undefined;
}

/** Running transactions by how far they lie below: short numbers. */
function printSeen({ xmax: below, inProgress: except, at }: LogSnapshot): string {
  const numbers = [below, ...except.map((xid) => below - xid)];
  return `${numbers.map((each) => each.toString(36)).join('-')}_${at.toString(36)}`;
}

function readSeen(text: string): LogSnapshot {
  const [numbers, at] = text.split('_');
  const [below, ...distances] = numbers.split('-').map(number);
  return { xmax: below, inProgress: distances.map((distance) => below - distance), at: Number.parseInt(at, 36) };
}

const number = (text: string): bigint =>
  Array.from(text, (digit) => BigInt(Number.parseInt(digit, 36))).reduce((value, digit) => value * 36n + digit, 0n);
