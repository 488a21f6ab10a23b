import {
  isDropped,
  nextDueTime,
  advanceSchedule,
  shownTimes,
  upcomingTimes,
  dueRuleOf,
  type TimedTrigger,
} from '#automation/core/triggers/due-times.js';
import { buildTrigger, type CatchUp } from '#core/catalogue/trigger.js';
import { fixtureCatalogue } from '../../../../support/fixture-catalogue.js';
import { jsonOf } from '../../../../support/json-of.js';
import type { JsonObject } from '#core/json/json.js';

const at = (text: string): Date => new Date(`2026-06-10T${text}Z`);
const scheduled = (cronExpression: string, catchUp: CatchUp = 'Last') => ({
  type: 'Scheduled' as const,
  cronExpression,
  timeZone: 'UTC',
  timeOfDay: '00:00',
  catchUp,
});
const daily = (timeOfDay: string, catchUp: CatchUp = 'Last') => ({
  type: 'DateBased' as const,
  timeZone: 'Europe/Berlin',
  timeOfDay,
  catchUp,
});
const texts = (times: readonly Date[]): readonly string[] => times.map((time) => time.toISOString().slice(11, 19));

// Requirement: R194
it('shows five times of a schedule, and none of a date-based trigger', () => {
  const every = scheduled('*/15 * * * *');
  expect(shownTimes(every, upcomingTimes(every, at('23:29:59')))).toBe(
    '["2026-06-10T23:30:00Z","2026-06-10T23:45:00Z","2026-06-11T00:00:00Z","2026-06-11T00:15:00Z","2026-06-11T00:30:00Z"]',
  );
  expect(shownTimes(daily('08:00'), [at('06:00:00')])).toBeNull();
});

it.each<TimedTrigger>([
  scheduled('61 * * * *'),
  { ...scheduled('* * * * *'), timeZone: 'Mars/Base' },
  { type: 'Scheduled', timeZone: 'UTC', timeOfDay: '00:00' },
  daily('25:00'),
])('gives no times for faulty definitions', (trigger) => {
  expect(upcomingTimes(trigger, at('00:00:00'))).toEqual([]);
  expect(advanceSchedule({ ...trigger, catchUp: 'All' }, at('00:00:00'), at('01:00:00'))).toEqual({
    fires: [],
    upcoming: [],
  });
});

// Requirement: R198
it.each([
  ['None', ['12:00:00']],
  ['Last', ['11:00:00', '12:00:00']],
  ['All', ['09:00:00', '10:00:00', '11:00:00', '12:00:00']],
] as const)('catches up %s of missed times, and fires those of the last minute', (catchUp, fires) => {
  const settled = advanceSchedule(scheduled('0 * * * *', catchUp), at('09:00:00'), at('12:00:59.999'));
  expect(texts(settled.fires)).toEqual(fires);
  expect(texts(settled.upcoming)[0]).toBe('13:00:00');
});

// Requirement: R198
it('misses a time after a minute', () => {
  const none = scheduled('0 * * * *', 'None');
  expect(advanceSchedule(none, at('12:00:00'), at('12:01:00')).fires).toEqual([]);
  expect(texts(advanceSchedule(none, at('12:00:00'), at('12:00:59.999')).fires)).toEqual(['12:00:00']);
});

// Requirement: R198
it('catches up at most 100 times, and each of the last minute', () => {
  const { fires } = advanceSchedule(scheduled('* * * * * *', 'All'), new Date(0), at('12:00:00'));
  expect(fires).toHaveLength(160);
  expect(texts(fires).at(-1)).toBe('12:00:00');
});

// Requirement: R198
it('looks for due dates once a day, in the time zone', () => {
  expect(upcomingTimes(daily('08:00'), at('05:59:59'))).toEqual([at('06:00:00')]);
  expect(nextDueTime(daily('23:59:59'), new Date('2026-06-09T21:59:59Z'), at('12:00:00'))).toEqual(at('21:59:59'));
});

// Requirement: R198
it('skips the missed days of None alone', () => {
  const settled = new Date('2026-06-01T06:00:00Z');
  expect(nextDueTime(daily('08:00', 'All'), settled, at('12:00:00'))).toEqual(new Date('2026-06-02T06:00:00Z'));
  expect(nextDueTime(daily('08:00', 'None'), settled, at('12:00:00'))).toEqual(new Date('2026-06-11T06:00:00Z'));
  expect(nextDueTime(daily('08:00', 'None'), settled, at('06:00:59'))).toEqual(at('06:00:00'));
  expect(isDropped({ catchUp: 'None' }, at('06:00:00'), at('06:01:00'))).toBe(true);
  expect(isDropped({ catchUp: 'Last' }, at('06:00:00'), at('06:01:00'))).toBe(false);
});

// Requirement: R194
it('reads the rule of a date field, whatever its letter case', () => {
  const entity = fixtureCatalogue.entity('User');
  const trigger = (more: object) =>
    buildTrigger(jsonOf({ Name: 'T', EntityName: 'User', TriggerType: 'DateBased', ...more }) as JsonObject);
  expect(dueRuleOf(trigger({ DateField: 'createdon', OffsetDays: -3, TimeOfDay: '08:00' }), entity)).toEqual({
    fieldName: 'CreatedOn',
    fieldType: 'DateTime',
    offsetDays: -3,
    timeOfDayMs: 28_800_000,
    zone: 'UTC',
  });
  for (const faulty of [
    { DateField: 'UserName' },
    { DateField: 'Nothing' },
    {},
    { DateField: 'CreatedOn', TimeZone: 'X' },
  ])
    expect(dueRuleOf(trigger(faulty), entity)).toBeUndefined();
});
