import { includesXid, isForeign, isLater, type LogSnapshot, snapshotOf } from '#core/changes/log-snapshot.js';

const seen = (below: bigint, ...except: bigint[]): LogSnapshot => ({ xmax: below, inProgress: except, at: 0 });
const state = (snapshot: string, last: string | null) => ({ snapshot, last, at: 0 });

it.each<[about: string, snapshot: string, last: string | null, before: LogSnapshot | undefined, expected: LogSnapshot]>(
  [
    ['an empty log', '10:10:', null, undefined, seen(0n)],
    ['nobody running', '10:10:', '9', undefined, seen(10n)],
    ['some running', '5:20:5,8,12', '15', undefined, seen(16n, 5n, 8n, 12n)],
    ['transactions behind the last one with changes', '5:20:5,17,19', '12', undefined, seen(13n, 5n)],
    ['a log whose last changes are too old to be looked at', '30:30:', null, seen(20n), seen(20n)],
    ['nothing new but the end of one', '21:21:', '19', seen(20n, 7n), seen(20n)],
    [
      'numbers beyond 32 bits',
      '8589934592:8589934600:8589934592',
      '8589934598',
      undefined,
      seen(8589934599n, 8589934592n),
    ],
  ],
)('is cut off behind the last transaction of the log: %s', (_, snapshot, last, before, expected) => {
  expect(snapshotOf(state(snapshot, last), before)).toEqual(expected);
});

it('includes earlier transactions that were not running', () => {
  const some = seen(10n, 4n, 7n);
  expect([3n, 4n, 7n, 9n, 10n, 11n].filter((xid) => includesXid(some, xid))).toEqual([3n, 9n]);
});

it.each<[one: LogSnapshot, other: LogSnapshot, later: boolean]>([
  [seen(10n), seen(9n), true],
  [seen(9n), seen(10n), false],
  [seen(10n), seen(10n), false],
  [seen(10n, 4n), seen(10n, 4n, 7n), true],
  [seen(10n, 4n, 7n), seen(10n, 4n), false],
  [seen(12n, 4n, 11n), seen(10n, 4n), true],
])('compares %j with %j as later: %s', (one, other, later) => {
  expect(isLater(one, other)).toBe(later);
});

// Requirement: P5
it('excludes transactions without a trace, whose numbers are reused after a crash', () => {
  const before = snapshotOf(state('855:905:855', '850'));
  expect([851n, 855n, 900n].filter((xid) => includesXid(before, xid))).toEqual([]);
});

it('detects the log of another server by a transaction that has not begun here', () => {
  const answers = [null, '19', '20', '1000000'].map((last) => isForeign(state('10:20:10,14', last)));
  expect(answers).toEqual([false, false, true, true]);
});
