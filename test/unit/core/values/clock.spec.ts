import { globalValue, localDay, resolveGlobal, startOfDay } from '#core/values/clock.js';

/** A Saturday; in Auckland it is already Sunday, 1 February. */
const AT = new Date('2026-01-31T22:30:00.120Z');

// Requirement: R65, T86
describe('globals', () => {
  it.each([
    ['Now', 'datetime', '2026-01-31T22:30:00.12Z'],
    ['now-2h', 'datetime', '2026-01-31T20:30:00.12Z'],
    ['Now+1d', 'datetime', '2026-02-01T22:30:00.12Z'],
    ['Now+1m', 'datetime', '2026-02-28T22:30:00.12Z'],
    ['Today', 'date', '2026-01-31'],
    ['Today-30d', 'date', '2026-01-01'],
    ['TODAY + 2 w', 'date', '2026-02-14'],
    ['Today+1m', 'date', '2026-02-28'],
    ['Today-11m', 'date', '2025-02-28'],
    ['Today+2y', 'date', '2028-01-31'],
    ['StartOfWeek', 'date', '2026-01-26'],
    ['StartOfMonth', 'date', '2026-01-01'],
    ['StartOfMonth-1m', 'date', '2025-12-01'],
    ['StartOfQuarter+1m', 'date', '2026-02-01'],
    ['StartOfYear-1d', 'date', '2025-12-31'],
    ['StartOfYear-1950y', 'date', '0076-01-01'],
  ])('%s is %s %s in UTC', (name, kind, value) => expect(resolveGlobal(name, AT, 'UTC')).toEqual({ kind, value }));

  it.each([
    ['2026-05-31T12:00:00Z', 'StartOfQuarter', '2026-04-01'],
    ['2026-12-31T12:00:00Z', 'StartOfQuarter', '2026-10-01'],
    ['2026-02-01T12:00:00Z', 'StartOfWeek', '2026-01-26'],
    ['2026-02-02T12:00:00Z', 'StartOfWeek', '2026-02-02'],
    ['2028-02-29T12:00:00Z', 'Today+1y', '2029-02-28'],
    ['2028-02-29T12:00:00Z', 'Today-4y', '2024-02-29'],
    ['2026-03-31T12:00:00Z', 'Today-1m', '2026-02-28'],
  ])('at %s %s is %s', (at, name, value) =>
    expect(resolveGlobal(name, new Date(at), 'UTC')).toEqual({ kind: 'date', value }),
  );

  it.each([
    'Tomorrow',
    'Me',
    'MyTeams',
    'Today+1h',
    'StartOfMonth-1h',
    'Today+1',
    'Today+d',
    'Today++1d',
    'Today+1d+1d',
    'Today+1s',
    'Today+1234567d',
    'Today+9000y',
    'Today-2026y',
    'Now+999999y',
    ' Today',
    'Today+١d',
    `Today${' '.repeat(100_000)}`,
    'constructor',
    '',
  ])('refuse %j', (name) => expect(resolveGlobal(name, AT, 'UTC')).toBeUndefined());

  it.each([
    ['Pacific/Auckland', '2026-02-01'],
    ['America/New_York', '2026-01-31'],
    ['Asia/Kolkata', '2026-02-01'],
    ['Asia/Tehran', '2026-02-01'],
  ])('use the day of %s', (timeZone, value) => {
    expect(resolveGlobal('Today', AT, timeZone)).toEqual({ kind: 'date', value });
    expect(localDay(AT, timeZone)).toBe(value);
  });
});

// Requirement: T86
describe('the start of a day is the first instant of its zone', () => {
  it.each([
    ['2026-01-31', 'UTC', '2026-01-31T00:00:00Z'],
    ['2026-01-31', 'Europe/Berlin', '2026-01-30T23:00:00Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00Z'],
    ['2026-01-31', 'Asia/Kathmandu', '2026-01-30T18:15:00Z'],
  ])('%s in %s', (day, timeZone, instant) => expect(startOfDay(day, timeZone)).toBe(instant));
});

describe('a global as a value of a field', () => {
  it.each([
    ['Date', 'Today', '2026-02-01'],
    ['Date', 'Now', '2026-02-01'],
    ['Date', 'Now-12h', '2026-01-31'],
    ['DateTime', 'Now', '2026-01-31T22:30:00.12Z'],
    ['DateTime', 'Today', '2026-01-31T11:00:00Z'],
    ['DateTime', 'StartOfYear', '2025-12-31T11:00:00Z'],
  ] as const)('%s %s in Auckland', (type, name, value) =>
    expect(globalValue(type, name, AT, 'Pacific/Auckland')).toBe(value),
  );

  it('is undefined for another name', () => expect(globalValue('Date', '2026-01-31', AT, 'UTC')).toBeUndefined());
});
