import fc from 'fast-check';
import { type DueRule, dueTime, parseTimeOfDay, valuesDue } from '#core/time/due-dates.js';
import { ZONES, zoneNamed } from './zones.js';
import { cases, SEED } from '../../../support/seed.js';

const ruleOf = (fieldType: DueRule['fieldType'], offsetDays: number, time: string, zone: string): DueRule => ({
  fieldType,
  offsetDays,
  timeOfDayMs: parseTimeOfDay(time)!,
  zone: zoneNamed(zone),
});

// Requirement: R194
describe('A time of day', () => {
  it.each([
    ['00:00', 0],
    ['02:30', 9_000_000],
    ['23:59:59', 86_399_000],
  ])('%s is %d ms after midnight', (text, ms) => expect(parseTimeOfDay(text)).toBe(ms));

  it.each(['', '2:30', '24:00', '23:60', '23:59:60', '02:30:00.5', '02:30Z', ' 02:30', '02:30\n', '0230', '٠٢:٣٠'])(
    '%j is refused',
    (text) => expect(parseTimeOfDay(text)).toBeUndefined(),
  );
});

// Requirement: R194, R197
describe('The due time', () => {
  it.each([
    ['Date', '2026-06-10', 0, '08:00', 'Europe/Berlin', '2026-06-10T06:00:00.000Z'],
    ['Date', '2026-06-10', -3, '08:00', 'Europe/Berlin', '2026-06-07T06:00:00.000Z'],
    ['Date', '2026-02-27', 2, '00:00', 'UTC', '2026-03-01T00:00:00.000Z'],
    ['Date', '2024-02-28', 1, '00:00', 'UTC', '2024-02-29T00:00:00.000Z'],
    ['Date', '2026-03-28', 1, '02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['Date', '2026-10-26', -1, '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['Date', '2011-12-30', 0, '12:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['DateTime', '2026-06-10T21:59:59.999999Z', 0, '08:00', 'Europe/Berlin', '2026-06-10T06:00:00.000Z'],
    ['DateTime', '2026-06-10T22:00:00Z', 0, '08:00', 'Europe/Berlin', '2026-06-11T06:00:00.000Z'],
    ['DateTime', '2026-06-10T12:00:00Z', 30, '23:59:59', 'America/New_York', '2026-07-11T03:59:59.000Z'],
  ] as const)('of the %s %s + %d days at %s in %s is %s', (...[type, value, offset, time, zone, expected]) =>
    expect(dueTime(value, ruleOf(type, offset, time, zone))?.toISOString()).toBe(expected),
  );

  it.each([
    ['Date', '9999-12-31', 1, '00:00', 'UTC'],
    ['Date', '0001-01-01', -1, '23:59', 'UTC'],
    ['Date', '9999-12-31', 0, '23:00', 'America/New_York'],
    ['DateTime', '9999-12-31T23:59:59.999999Z', 36_500, '00:00', 'Asia/Kathmandu'],
  ] as const)('of the %s %s + %d days at %s in %s does not exist', (type, value, offset, time, zone) =>
    expect(dueTime(value, ruleOf(type, offset, time, zone))).toBeUndefined(),
  );
});

// Requirement: R194
describe('The values that are due', () => {
  it.each([
    ['Date', 3, '08:00', ['2026-06-10T05:59:59Z', '2026-06-10T06:00:00Z'], ['2026-06-07', '2026-06-08']],
    ['Date', 3, '08:00', ['2026-06-10T06:00:00Z', '2026-06-13T06:00:00Z'], ['2026-06-08', '2026-06-11']],
    ['Date', -3, '08:00', ['2026-06-10T05:00:00Z', '2026-06-10T07:00:00Z'], ['2026-06-13', '2026-06-14']],
    [
      'DateTime',
      3,
      '08:00',
      ['2026-06-10T05:00:00Z', '2026-06-10T07:00:00Z'],
      ['2026-06-06T22:00:00Z', '2026-06-07T22:00:00Z'],
    ],
    [
      'DateTime',
      0,
      '02:30',
      ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z'],
      ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ],
  ] as const)('of a %s + %d days at %s in %j are %j', (type, offset, time, [after, upTo], [from, below]) => {
    const rule = ruleOf(type, offset, time, 'Europe/Berlin');
    expect(valuesDue(rule, new Date(after), new Date(upTo))).toEqual({ from, below });
  });

  it.each([
    ['between two due times', 0, '2026-06-10T06:00:00Z', '2026-06-11T05:59:59.999Z'],
    ['in a reversed range', 0, '2026-06-12T00:00:00Z', '2026-06-10T00:00:00Z'],
    ['before the year 0001', 800_000, '2026-06-10T00:00:00Z', '2026-06-12T00:00:00Z'],
    ['after the year 9999', -8_000_000, '2026-06-10T00:00:00Z', '2026-06-12T00:00:00Z'],
  ])('are none %s', (_when, offset, after, upTo) =>
    expect(
      valuesDue(ruleOf('Date', offset, '08:00', 'Europe/Berlin'), new Date(after), new Date(upTo)),
    ).toBeUndefined(),
  );

  const SECOND = { min: Date.UTC(2024, 0, 1) / 1000, max: Date.UTC(2030, 11, 31) / 1000 };
  const RULE = fc.record({
    fieldType: fc.constantFrom('Date' as const, 'DateTime' as const),
    offsetDays: fc.integer({ min: -400, max: 400 }),
    timeOfDayMs: fc.oneof(
      fc.constantFrom('00:00', '00:30', '02:00', '02:30', '03:00').map((text) => parseTimeOfDay(text)!),
      fc.integer({ min: 0, max: 86_399 }).map((seconds) => seconds * 1000),
    ),
    zone: fc.constantFrom(...ZONES).map(zoneNamed),
  });

  it('are exactly those whose due time is in the range', () => {
    fc.assert(
      fc.property(RULE, fc.integer(SECOND), fc.integer({ min: 0, max: 4 * 86_400 }), (rule, start, length) => {
        const [after, upTo] = [new Date(start * 1000), new Date((start + length) * 1000)];
        const range = valuesDue(rule, after, upTo);
        const isDate = rule.fieldType === 'Date';
        const middle = start - rule.offsetDays * 86_400;
        const values = Array.from({ length: 100 }, (_, i) => {
          const iso = new Date((middle + (i * 2 - 60) * 3600) * 1000).toISOString();
          return isDate ? iso.slice(0, 10) : `${iso.slice(0, 19)}Z`;
        });
        const due = values.filter((value) => {
          const at = dueTime(value, rule)!;
          return at > after && at <= upTo;
        });
        expect(values.filter((value) => range && value >= range.from && value < range.below)).toEqual(due);
      }),
      { seed: SEED, numRuns: cases(60) },
    );
  });

  it('of neighbouring ranges are each due once', () => {
    fc.assert(
      fc.property(RULE, fc.integer(SECOND), (rule, start) => {
        const at = [0, 30, 60, 90, 120].map((hours) => new Date((start + hours * 3600) * 1000));
        const ranges = at.slice(1).flatMap((upTo, i) => valuesDue(rule, at[i], upTo) ?? []);
        expect(ranges.slice(1).map(({ from }) => from)).toEqual(ranges.slice(0, -1).map(({ below }) => below));
      }),
      { seed: SEED, numRuns: cases(60) },
    );
  });
});
