/** One minute of a zone: its instant and its local time, which can repeat or leave out minutes. */
export interface LocalMinute {
  readonly instant: Date;
  /** The local time as if it were UTC, in minutes. */
  readonly serial: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

const localMinute = (instant: Date, format: Intl.DateTimeFormat): LocalMinute => {
  const [month, day, year, hour, minute] = format.format(instant).match(/\d+/g)!.map(Number);
  return { instant, serial: Date.UTC(year, month - 1, day, hour, minute) / MINUTE_MS };
};

/** Lists all minutes from an instant on. */
export function minutesOf(zone: string, from: Date, count: number): readonly LocalMinute[] {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return Array.from({ length: count }, (_, i) => localMinute(new Date(from.getTime() + i * MINUTE_MS), format));
}

/** Tells whether a value matches a field of numbers, ranges and steps. */
function fieldMatches(field: string, value: number): boolean {
  return field.split(',').some((item) => {
    const [range, step = '1'] = item.split('/');
    const [from, to] = range === '*' ? [undefined, undefined] : range.split('-').map(Number);
    if (from === undefined) return value % Number(step) === 0;
    return value >= from && value <= (to ?? from) && (value - from) % Number(step) === 0;
  });
}

/** Tells whether a day of a month matches the day field, in which `L` is the last day. */
function dayMatches(day: string, at: Date): boolean {
  const isLastDay = new Date(at.getTime() + DAY_MS).getUTCDate() === 1;
  return fieldMatches(day, at.getUTCDate()) || (isLastDay && day.split(',').includes('L'));
}

/** Tells whether a day matches the weekday field, in which `5#2` is the second Friday. */
function weekdayMatches(weekday: string, at: Date): boolean {
  const nth = `${at.getUTCDay()}#${Math.ceil(at.getUTCDate() / 7)}`;
  return fieldMatches(weekday, at.getUTCDay()) || weekday.split(',').includes(nth);
}

/** Tells whether five fields match; `*` in days and months has no step here, because these fields start at 1. */
function matches([minute, hour, day, month, weekday]: readonly string[], serial: number): boolean {
  const at = new Date(serial * MINUTE_MS);
  const [byDay, byWeekday] = [dayMatches(day, at), weekdayMatches(weekday, at)];
  return (
    fieldMatches(minute, at.getUTCMinutes()) &&
    fieldMatches(hour, at.getUTCHours()) &&
    fieldMatches(month, at.getUTCMonth() + 1) &&
    (day !== '*' && weekday !== '*' ? byDay || byWeekday : byDay && byWeekday)
  );
}

/** The items of the hour field that are `*`, steps or ranges: their doubled times fire twice. */
const rangedHours = (hours: string): string =>
  hours
    .split(',')
    .filter((item) => /[*/-]/.test(item))
    .join();

/** Lists the fire times of five fields within the minutes, except the first one, by looking at every local minute. */
export function slowFireTimes(fields: readonly string[], minutes: readonly LocalMinute[]): readonly Date[] {
  const found: Date[] = [];
  let reached = minutes[0].serial;
  for (const { instant, serial } of minutes.slice(1)) {
    let fires = false;
    const [minute, hour, ...days] = fields;
    const ranged = rangedHours(hour);
    // Minutes between two neighbours were skipped; minutes that were reached before repeat.
    if (serial <= reached && ranged !== '') fires = matches([minute, ranged, ...days], serial);
    for (let each = reached + 1; each <= serial; each++) fires ||= matches(fields, each);
    reached = Math.max(reached, serial);
    if (fires) found.push(instant);
  }
  return found;
}

/** 04:59 and 05:00 of a day in UTC. */
export const fifthHour = (day: Date): readonly LocalMinute[] =>
  [299, 300].map((minute) => ({
    instant: new Date(day.getTime() + minute * 60_000),
    serial: day.getTime() / 60_000 + minute,
  }));

/** Days at which an offset changes, 2024–2030. */
export function changesOf(zone: string): readonly Date[] {
  const offset = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsetAt = (ms: number): string => offset.format(ms).split(' ').at(-1)!;
  const found: Date[] = [];
  for (let ms = Date.UTC(2024, 0, 1); ms < Date.UTC(2031, 0, 1); ms += DAY_MS) {
    if (offsetAt(ms) !== offsetAt(ms + DAY_MS)) found.push(new Date(ms));
  }
  return found;
}
