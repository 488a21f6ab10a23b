import { type LogCursor, formatLogCursor, parseLogCursor } from '#core/changes/log-cursor.js';

const LOG = '0123456789abcdef';
const AT = 1_795_000_000;

it.each<[string, LogCursor]>([
  ['0123456789abcdef.0_top2v4', { log: LOG, snapshot: { xmax: 0n, inProgress: [], at: AT } }],
  ['0123456789abcdef.2s-s-2_top2v4', { log: LOG, snapshot: { xmax: 100n, inProgress: [72n, 98n], at: AT } }],
  [
    '0123456789abcdef.2s_top2v4.2t-1_top2v5.1y2p0ij32e8e7',
    {
      log: LOG,
      snapshot: { xmax: 100n, inProgress: [], at: AT },
      rest: { to: { xmax: 101n, inProgress: [100n], at: AT + 1 }, after: 9_223_372_036_854_775_807n },
    },
  ],
])('reads back %s', (text, cursor) => {
  expect(formatLogCursor(cursor)).toBe(text);
  expect(parseLogCursor(text)).toEqual(cursor);
});

it.each([
  ['nothing', ''],
  ['another text', 'cursor'],
  ['no log', '.2s_top2v4'],
  ['a log of another form', '0123456789ABCDEF.2s_top2v4'],
  ['no time', `${LOG}.2s`],
  ['a stretch without a position', `${LOG}.2s_top2v4.2t_top2v4`],
  ['more than there is', `${LOG}.2s_top2v4.2t_top2v4.1.1`],
  ['a running transaction below zero', `${LOG}.1-2_top2v4`],
  ['a running transaction that is not below', `${LOG}.2s-0_top2v4`],
  [
    'more running transactions than there can be',
    `${LOG}.1z1${Array.from({ length: 1_001 }, (_, i) => `-${(i + 1).toString(36)}`).join('')}_top2v4`,
  ],
  ['a transaction beyond all', `${LOG}.1y2p0ij32e8e8_top2v4`],
  ['a position beyond all', `${LOG}.2s_top2v4.2t_top2v4.1y2p0ij32e8e8`],
  ['a line end', `${LOG}.2s_top2v4\n`],
  ['too much', `${LOG}.2s${'-1'.repeat(10_000)}_top2v4`],
])('refuses to read %s', (_, text) => {
  expect(parseLogCursor(text)).toBeUndefined();
});
