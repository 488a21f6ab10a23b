/** One minute of a zone: its instant and its local time, which can repeat or leave out minutes. */
export interface LocalMinute {
  readonly instant: Date;
  /** The local time as if it were UTC, in minutes. */
  readonly serial: number;
}

const MINUTE_MS = 60_000;

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

/** Tells whether five fields match; `*` in days and months has no step here, because these fields start at 1. */
function matches([minute, hour, day, month, weekday]: readonly string[], serial: number): boolean {
  const at = new Date(serial * MINUTE_MS);
  const byDay = fieldMatches(day, at.getUTCDate());
  const byWeekday = fieldMatches(weekday, at.getUTCDay());
  return (
    fieldMatches(minute, at.getUTCMinutes()) &&
    fieldMatches(hour, at.getUTCHours()) &&
    fieldMatches(month, at.getUTCMonth() + 1) &&
    (day !== '*' && weekday !== '*' ? byDay || byWeekday : byDay && byWeekday)
  );
}

/** Lists the fire times of five fields within the minutes, except the first one, by looking at every local minute. */
export function slowFireTimes(fields: readonly string[], minutes: readonly LocalMinute[]): readonly Date[] {
  const found: Date[] = [];
  let reached = minutes[0].serial;
  for (const { instant, serial } of minutes.slice(1)) {
    let fires = false;
    // Minutes between two neighbours were skipped; minutes that were reached before repeat.
    for (let each = reached + 1; each <= serial; each++) fires ||= matches(fields, each);
    reached = Math.max(reached, serial);
    if (fires) found.push(instant);
  }
  return found;
}
