import { type CatchUpRule, missedFireTimes } from '#automation/core/schedules/fire-times.js';
import { type Cron, parseCron } from '#automation/core/schedules/cron.js';
import { zoneNamed } from '../../../core/time/zones.js';

const cronOf = (text: string): Cron => parseCron(text, { minSeconds: 1 }).cron!;
const isoOf = (dates: readonly Date[]): readonly string[] =>
  dates.map((date) => date.toISOString().replace('.000', ''));

type Between = readonly [after: string, upTo: string];

const missed = (text: string, zone: string, [after, upTo]: Between, catchUp: CatchUpRule, max = 100) =>
  isoOf(missedFireTimes(cronOf(text), zoneNamed(zone), { after: new Date(after), upTo: new Date(upTo), catchUp, max }));

// Requirement: R198
describe('Missed fire times', () => {
  const NIGHTS = ['2026-03-27T12:00Z', '2026-03-30T12:00Z'] as const;

  it.each<[CatchUpRule, readonly string[]]>([
    ['None', []],
    ['Last', ['2026-03-30T00:30:00Z']],
    ['All', ['2026-03-28T01:30:00Z', '2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z']],
  ])('with CatchUp %s', (catchUp, expected) =>
    expect(missed('30 2 * * *', 'Europe/Berlin', NIGHTS, catchUp)).toEqual(expected),
  );

  it('are the latest ones if there are more than the maximum', () => {
    const year = ['2026-01-01T00:00Z', '2027-01-01T00:00Z'] as const;
    const found = missed('* * * * * *', 'Europe/Berlin', year, 'All');
    expect(found).toHaveLength(100);
    expect([found[0], found.at(-1)]).toEqual(['2026-12-31T23:58:21Z', '2027-01-01T00:00:00Z']);
  });

  it.each<[CatchUpRule, number]>([
    ['Last', 1],
    ['All', 2],
  ])('include the repeated hour of a schedule of every second, with CatchUp %s', (catchUp, count) => {
    const found = missed('* * * * * *', 'Europe/Berlin', ['2026-10-01T00:00Z', '2026-10-25T01:59:59.9Z'], catchUp, 2);
    expect(found).toEqual(['2026-10-25T01:59:58Z', '2026-10-25T01:59:59Z'].slice(-count));
  });

  it('skip the repeated hour of a fixed hour', () =>
    expect(missed('30 2 * * *', 'Europe/Berlin', ['2026-10-24T12:00Z', '2026-10-25T12:00Z'], 'All')).toEqual([
      '2026-10-25T00:30:00Z',
    ]));

  it.each([
    ['exclude the start of the range', ['2026-01-01T00:00:00Z', '2026-01-01T12:00:00Z'], []],
    ['include its end', ['2026-01-01T12:00:00Z', '2026-01-02T00:00:00Z'], ['2026-01-02T00:00:00Z']],
    ['end before a later fire time', ['2026-01-01T12:00:00Z', '2026-01-01T23:59:59.999Z'], []],
    ['are none in an empty range', ['2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z'], []],
    ['are none in a reversed range', ['2026-01-05T00:00:00Z', '2026-01-02T00:00:00Z'], []],
  ] as const)('%s', (_how, range, expected) => expect(missed('0 0 * * *', 'UTC', range, 'All')).toEqual(expected));

  it('are found in time that does not grow with the absence', () => {
    const cron = cronOf('* * * * * *');
    const range = { after: new Date('1990-01-01T00:00Z'), upTo: new Date('2027-01-01T00:00Z'), max: 100 };
    const begin = performance.now();
    for (const catchUp of ['Last', 'All'] as const)
      missedFireTimes(cron, zoneNamed('Europe/Berlin'), { ...range, catchUp });
    expect(performance.now() - begin).toBeLessThan(1000);
  });
});
