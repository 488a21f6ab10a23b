import fc from 'fast-check';
import { missedFireTimes, nextFireTimes } from '#automation/core/schedules/fire-times.js';
import { type Cron, parseCron } from '#automation/core/schedules/cron.js';
import { instantOfLocal } from '#core/time/local-time.js';
import { changesOf, fifthHour, type LocalMinute, minutesOf, slowFireTimes } from './slow-model.js';
import { ZONES, zoneNamed } from '../../../core/time/zones.js';
import { cases, SEED } from '../../../../support/seed.js';

const cronOf = (text: string): Cron => parseCron(text, { minSeconds: 1 }).cron!;
const isoOf = (dates: readonly Date[]): readonly string[] =>
  dates.map((date) => date.toISOString().replace('.000', ''));

const nextTexts = (text: string, zone: string, after: string, count: number) =>
  isoOf(nextFireTimes(cronOf(text), zoneNamed(zone), new Date(after), count));

const DAY_MS = 86_400_000;

/** 02:00 in summer time and in winter time of Berlin. */
const TWICE = ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'] as const;

// Requirement: R197, T53
describe('The next fire times', () => {
  it.each([
    ['skip to the clock change', '30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', ['2026-03-29T01:00:00Z']],
    ['fire at the first of two', '30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', ['2026-10-25T00:30:00Z']],
    ['leave out the second of two', '30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30Z', ['2026-10-26T01:30:00Z']],
    ['start within the second of two', '45 2 * * *', 'Europe/Berlin', '2026-10-25T01:30Z', ['2026-10-26T01:45:00Z']],
    [
      'share the clock change',
      '*/30 * * * *',
      'Europe/Berlin',
      '2026-03-29T00:29Z',
      ['2026-03-29T00:30:00Z', '2026-03-29T01:00:00Z', '2026-03-29T01:30:00Z'],
    ],
    [
      'go on while local times repeat',
      '*/30 1-3 * * *',
      'Europe/Berlin',
      '2026-10-25T00:29Z',
      [
        '2026-10-25T00:30:00Z',
        '2026-10-25T01:00:00Z',
        '2026-10-25T01:30:00Z',
        '2026-10-25T02:00:00Z',
        '2026-10-25T02:30:00Z',
        '2026-10-26T00:00:00Z',
      ],
    ],
    ['repeat a step of hours', '0 */2 * * *', 'Europe/Berlin', '2026-10-24T23:00Z', TWICE],
    ['repeat a range of one hour', '0 2-2 * * *', 'Europe/Berlin', '2026-10-24T23:00Z', TWICE],
    ['repeat every hour', '0 * * * *', 'Europe/Berlin', '2026-10-24T23:00Z', TWICE],
    ['repeat the ranges of a list', '0 1,2-3 * * *', 'Europe/Berlin', '2026-10-24T23:00Z', TWICE],
    [
      'do not repeat listed hours',
      '30 1,2,3 * * *',
      'Europe/Berlin',
      '2026-10-24T23:45Z',
      ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00Z'],
    ],
    [
      'do not repeat a listed hour beside a range',
      '30 2,3-4 * * *',
      'Europe/Berlin',
      '2026-10-24T23:45Z',
      ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00Z'],
    ],
    [
      'go on through half an hour',
      '*/15 1-2 * * *',
      'Australia/Lord_Howe',
      '2026-04-04T14:40Z',
      [
        '2026-04-04T14:45:00Z',
        '2026-04-04T15:00:00Z',
        '2026-04-04T15:15:00Z',
        '2026-04-04T15:30:00Z',
        '2026-04-04T15:45:00Z',
      ],
    ],
    ['find the last day', '0 0 L * *', 'UTC', '2028-01-31T00:00Z', ['2028-02-29T00:00:00Z', '2028-03-31T00:00:00Z']],
    [
      'find the last day of a list',
      '0 0 15,l * *',
      'UTC',
      '2026-02-01T00:00Z',
      ['2026-02-15T00:00:00Z', '2026-02-28T00:00:00Z'],
    ],
    [
      'find the nth weekday',
      '0 0 * * 5#2',
      'UTC',
      '2026-11-01T00:00Z',
      ['2026-11-13T00:00:00Z', '2026-12-11T00:00:00Z'],
    ],
    ['find a fifth weekday', '0 0 * 2 MON#5', 'UTC', '2026-11-01T00:00Z', ['2044-02-29T00:00:00Z']],
    [
      'match the last day or an nth weekday',
      '0 0 L * SUN#1,7#3',
      'UTC',
      '2026-11-01T00:00Z',
      ['2026-11-15T00:00:00Z', '2026-11-30T00:00:00Z', '2026-12-06T00:00:00Z'],
    ],
    [
      'keep a skipped time among others',
      '30 2,3 * * *',
      'Europe/Berlin',
      '2026-03-29T00:00Z',
      ['2026-03-29T01:00:00Z', '2026-03-29T01:30:00Z'],
    ],
    ['skip half an hour', '10 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00Z', ['2026-10-03T15:30:00Z']],
    [
      'double half an hour',
      '40 1 * * *',
      'Australia/Lord_Howe',
      '2026-04-04T12:00Z',
      ['2026-04-04T14:40:00Z', '2026-04-05T15:10:00Z'],
    ],
    ['skip a day', '0 12 30 12 *', 'Pacific/Apia', '2011-12-29T00:00Z', ['2011-12-30T10:00:00Z']],
    ['skip midnight', '0 0 * * *', 'America/Havana', '2026-03-07T12:00Z', ['2026-03-08T05:00:00Z']],
    ['double midnight', '0 0 * * *', 'America/Havana', '2026-10-31T12:00Z', ['2026-11-01T04:00:00Z']],
    ['have odd offsets', '0 0 * * *', 'Asia/Kathmandu', '2026-01-01T00:00Z', ['2026-01-01T18:15:00Z']],
    ['find 29 February', '0 0 29 2 *', 'UTC', '2096-03-01T00:00Z', ['2104-02-29T00:00:00Z']],
    ['find month ends', '0 0 31 * *', 'UTC', '2026-02-01T00:00Z', ['2026-03-31T00:00:00Z', '2026-05-31T00:00:00Z']],
    [
      'match either day field',
      '0 0 13 * FRI',
      'UTC',
      '2026-09-12T00:00Z',
      ['2026-09-13T00:00:00Z', '2026-09-18T00:00:00Z'],
    ],
    [
      'restart steps with the hour',
      '*/7 * * * *',
      'UTC',
      '2026-01-01T00:55Z',
      ['2026-01-01T00:56:00Z', '2026-01-01T01:00:00Z'],
    ],
    ['follow seconds', '*/20 * * * * *', 'UTC', '2026-01-01T00:00:30.5Z', ['2026-01-01T00:00:40Z']],
    ['are after the instant', '0 0 * * *', 'UTC', '2026-01-01T00:00Z', ['2026-01-02T00:00:00Z']],
    ['are after its milliseconds', '0 0 * * *', 'UTC', '2025-12-31T23:59:59.999Z', ['2026-01-01T00:00:00Z']],
  ])('%s: %j in %s after %s', (_how, text, zone, after, expected) =>
    expect(nextTexts(text, zone, after, expected.length)).toEqual(expected),
  );

  it.each([
    ['2999-12-31T23:59:59Z', []],
    ['9999-12-31T23:59:59Z', []],
    ['2999-12-31T00:00:00Z', ['2999-12-31T23:00:00Z']],
  ])('end with the year 2999: after %s', (after, expected) =>
    expect(nextTexts('0 23 * * *', 'UTC', after, 5)).toEqual(expected),
  );

  // The clocks of Havana and Cairo change at midnight.
  it.each([...ZONES.map((zone) => [zone, '30 2']), ['America/Havana', '0 0'], ['Africa/Cairo', '0 0']])(
    'of a daily schedule in %s at %s are one on each day of 2024–2030',
    (zone, time) => {
      const [first, end] = [Date.UTC(2024, 0, 1), Date.UTC(2031, 0, 1)];
      const days = Array.from({ length: (end - first) / DAY_MS }, (_, i) => new Date(first + i * DAY_MS));
      const after = new Date(instantOfLocal(first - 1000, zoneNamed(zone)));
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
      const fires = nextFireTimes(cronOf(`${time} * * *`), zoneNamed(zone), after, days.length);
      expect(fires.map((fire) => format.format(fire))).toEqual(days.map((day) => day.toISOString().slice(0, 10)));
    },
  );

  const numbers = (least: number, most: number): fc.Arbitrary<string> =>
    fc
      .tuple(
        fc.integer({ min: least, max: most }),
        fc.integer({ min: least, max: most }),
        fc.integer({ min: 1, max: 9 }),
      )
      .chain(([a, b, step]) =>
        fc.constantFrom(`${a}`, `${a},${b}`, `${Math.min(a, b)}-${Math.max(a, b)}/${step}`, `${least}-${most}/${step}`),
      );
  const FIELDS = fc.tuple(
    fc.oneof(numbers(0, 59), fc.constantFrom('*', '*/7', '*/15', '0', '30')),
    fc.oneof(numbers(0, 3), fc.constantFrom('*', '*/2', '2', '0-3', '2,1-1', '1,2-3/2')),
    fc.oneof(fc.constant('*'), numbers(1, 30)),
    fc.constantFrom('*', '1-6', '3,4,10,11'),
    fc.constantFrom('*', '0', '1-5', '0,6'),
  );

  /** Minutes from a change, so that many instants are within a doubled or skipped range. */
  const NEAR_CHANGE = fc.oneof(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -300, max: 300 }));
  const changeIn = (window: readonly LocalMinute[]): number =>
    Math.max(
      window.findIndex(({ serial }, i) => i > 0 && serial !== window[i - 1].serial + 1),
      300,
    );

  // The model looks at every local minute of 36 hours around each change of the clock.
  it.each(ZONES)('equal those of a slow model around clock changes in %s', (zone) => {
    const changes = zone === 'Pacific/Apia' ? [new Date('2011-12-30T00:00:00Z')] : changesOf(zone);
    const starts = changes.length > 0 ? changes : [new Date('2026-02-27T00:00:00Z')];
    const [count, LIMIT] = [36 * 60, 40];
    const windows = starts.map((start) => minutesOf(zone, new Date(start.getTime() - DAY_MS / 4), count));
    fc.assert(
      fc.property(FIELDS, fc.constantFrom(...windows), NEAR_CHANGE, (fields, window, skip) => {
        const cron = cronOf(fields.join(' '));
        const [all, after] = [slowFireTimes(fields, window), window[changeIn(window) + skip].instant];
        const expected = all.filter((fire) => fire > after).slice(0, LIMIT);
        const found = nextFireTimes(cron, zoneNamed(zone), after, LIMIT);
        expect(isoOf(found.filter((fire) => fire <= window.at(-1)!.instant))).toEqual(isoOf(expected));
        const range = { after: window[0].instant, upTo: after, catchUp: 'All', max: LIMIT } as const;
        const before = all.filter((fire) => fire <= after).slice(-LIMIT);
        expect(isoOf(missedFireTimes(cron, zoneNamed(zone), range))).toEqual(isoOf(before));
      }),
      { seed: SEED, numRuns: cases(10) },
    );
  });

  it('equal those of a slow model at any other time', () => {
    const YEARS = { min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2030, 11, 1) / 60_000 };
    fc.assert(
      fc.property(FIELDS, fc.constantFrom(...ZONES), fc.integer(YEARS), (fields, zone, start) => {
        const window = minutesOf(zone, new Date(start * 60_000), 1440);
        const expected = slowFireTimes(fields, window);
        const found = nextFireTimes(cronOf(fields.join(' ')), zoneNamed(zone), window[0].instant, expected.length);
        expect(isoOf(found)).toEqual(isoOf(expected));
      }),
      { seed: SEED, numRuns: cases(10) },
    );
  });

  it('equal a scan of all days over 9 years, forwards and backwards', () => {
    const DAYS = fc.constantFrom('29', '30', '31', '1,15', '28-31', 'L', '15,L', '*');
    const MONTHS = fc.constantFrom('2,3', '*', '2-12/2', '11,12');
    const WEEKDAYS = fc.constantFrom('*', '0', '1-5', '5#2', '1#1,3#5', '0,2#4');
    const [from, to] = [Date.UTC(2096, 0, 1), Date.UTC(2105, 0, 1)];
    const days = Array.from({ length: (to - from) / DAY_MS }, (_, i) => new Date(from + i * DAY_MS));
    fc.assert(
      fc.property(DAYS, MONTHS, WEEKDAYS, (...fields) => {
        const cron = cronOf(`0 5 ${fields.join(' ')}`);
        const expected = days.flatMap((day) => slowFireTimes(['0', '5', ...fields], fifthHour(day)));
        const found = nextFireTimes(cron, zoneNamed('UTC'), new Date(from), expected.length);
        expect(isoOf(found)).toEqual(isoOf(expected));
        const range = { after: new Date(from), upTo: new Date(to), catchUp: 'All', max: 100_000 } as const;
        expect(isoOf(missedFireTimes(cron, zoneNamed('UTC'), range))).toEqual(isoOf(expected));
      }),
      { seed: SEED, numRuns: cases(6) },
    );
  });
});
