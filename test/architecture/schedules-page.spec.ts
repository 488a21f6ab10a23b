import { readFileSync } from 'node:fs';
import { parseCron } from '#automation/core/schedules/cron.js';
import { dueTime, parseTimeOfDay } from '#core/time/due-dates.js';
import { nextFireTimes } from '#automation/core/schedules/fire-times.js';
import { canonicalTimeZone } from '#core/time/time-zone.js';

const page = readFileSync('docs/triggers.md', 'utf8');

/** Returns the cells of the table between two comments of the page, without its head. */
function rowsOf(name: string): readonly (readonly string[])[] {
  const [, table = ''] = new RegExp(`<!-- ${name} -->(.*?)<!-- /${name} -->`, 's').exec(page) ?? [];
  const lines = table.trim().split('\n').slice(2);
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '').replaceAll('\\', '')),
  );
}

const zoneOf = (name: string) => canonicalTimeZone(name)!;
const textOf = (at: Date | undefined) => at?.toISOString().slice(0, 19).replace('T', ' ');

// Requirement: R194, R197
describe('docs/triggers.md', () => {
  it.each(rowsOf('fire times'))('%s in %s after %s', (text, zone, after, expected) => {
    const { cron } = parseCron(text, { minSeconds: 1 });
    const times = expected.split(', ');
    const found = nextFireTimes(cron!, zoneOf(zone), new Date(`${after.replace(' ', 'T')}Z`), times.length);
    expect(found.map(textOf)).toEqual(times);
  });

  it.each(rowsOf('refused'))('%s is refused', (text, answer) => {
    expect(parseCron(text, { minSeconds: 1 }).problems).toEqual([answer]);
  });

  it.each(rowsOf('due dates'))('%s %s + %s days', (...[type, value, offset, time, zone, expected]) => {
    const fieldType = type as 'Date' | 'DateTime';
    const timeOfDayMs = parseTimeOfDay(time)!;
    const due = dueTime(value, { fieldType, offsetDays: Number(offset), timeOfDayMs, zone: zoneOf(zone) });
    expect(textOf(due)).toBe(expected);
  });
});
