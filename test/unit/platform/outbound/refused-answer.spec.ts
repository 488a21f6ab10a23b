import { retryAfterMs } from '#platform/outbound/refused-answer.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');

it.each([
  ['120', 120_000],
  ['0', 0],
  ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['9999999999', 86_400_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
  ['soon', undefined],
  ['-5x', undefined],
  [undefined, undefined],
])('reads Retry-After %j as %s ms', (text, expected) => expect(retryAfterMs(text, NOW)).toBe(expected));
