import { type CronValues, gapBelow, longestMonth } from './cron-days.js';
import { CRON_FIELDS, readField, sizeOf, type FieldValues } from './cron-fields.js';

/** A checked cron expression. */
export interface Cron {
  /** The expression as it was written. */
  readonly text: string;
  /** The same with six fields, each `*` or a list of numbers, `L` and nth weekdays. */
  readonly pattern: string;
  /**
   * The local times that fire twice where they occur twice: those whose hours `*`, a step or a range allows. Absent if the
   * expression has none.
   */
  readonly repeatingPattern?: string;
}

/** A cron expression, or everything that is wrong with its text. */
export type CronReading =
  | { readonly cron: Cron; readonly problems?: undefined }
  | { readonly cron?: undefined; readonly problems: readonly string[] };

export interface CronLimits {
  /** Least number of seconds between two fire times. */
  readonly minSeconds: number;
}

const MAX_LENGTH = 200;
/** Position of the hour among the fields. */
const HOURS = 2;

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

const SHAPE = 'Write minute, hour, day of month, month and day of week, with an optional second before them';

const refused = (...problems: readonly string[]): CronReading => ({ problems });

/** Returns what is wrong with the expression as a whole. */
function shapeProblem(text: string, parts: readonly string[]): string | undefined {
  if (text.length > MAX_LENGTH) return `The expression may have at most ${MAX_LENGTH} characters.`;
  if (parts[0] === '') return `The expression is empty. ${SHAPE}, for example 0 2 * * *.`;
  if (parts[0].startsWith('@')) {
    const equal = ALIASES.get(parts[0].toLowerCase());
    return `Names such as ${JSON.stringify(parts[0])} are not supported. ${equal ? `Write ${equal} instead.` : `${SHAPE}.`}`;
  }
  if (parts.length === 7) return `The expression has 7 fields; a year is not supported. ${SHAPE}.`;
  const isCounted = parts.length === 5 || parts.length === 6;
  return isCounted ? undefined : `The expression has ${parts.length} of 5 or 6 fields. ${SHAPE}.`;
}

function meaningProblem(values: CronValues, { minSeconds }: CronLimits): string | undefined {
  const { days, months, weekdays, hasLastDay } = values;
  const lastDay = longestMonth(months);
  if (weekdays.length === 7 && !hasLastDay && days[0] > lastDay) {
    return `Day of month: day ${days[0]} does not exist in the given months, so the schedule never fires. Write at most ${lastDay}.`;
  }
  const gap = gapBelow(minSeconds, values);
  return gap === undefined
    ? undefined
    : `The schedule fires ${gap} seconds after the fire time before; at least ${minSeconds} seconds are required.`;
}

/**
 * Reads a cron expression: minute, hour, day of month, month and day of week, with an optional second before them. All
 * faulty fields are reported. The signs `W` and `?`, a year and names such as `@daily` are refused.
 * @see docs/triggers.md#cron-expressions
 */
export function parseCron(text: string, limits: CronLimits): CronReading {
  const parts = text
    .slice(0, MAX_LENGTH + 1)
    .replaceAll(/^[ \t]+|[ \t]+$/g, '')
    .split(/[ \t]+/);
  const shape = shapeProblem(text, parts);
  if (shape) return refused(shape);
  const texts = parts.length === 5 ? ['0', ...parts] : parts;
  const readings = CRON_FIELDS.map((field, i) => readField(texts[i], field));
  const problems = readings.flatMap((reading) => ('problem' in reading ? [reading.problem] : []));
  if (problems.length > 0) return refused(...problems);
  const fields = readings.filter((reading) => 'values' in reading);
  const [seconds, minutes, hours, days, months, weekdays] = fields.map(({ values }) => values);
  const [hasLastDay, nthWeekdays] = [fields[3].hasLastDay, fields[5].nthWeekdays];
  const meaning = meaningProblem({ seconds, minutes, hours, days, months, weekdays, hasLastDay, nthWeekdays }, limits);
  return meaning ? refused(meaning) : { cron: cronOf(text, fields) };
}

function cronOf(text: string, fields: readonly FieldValues[]): Cron {
  const texts = fields.map((field, i) => fieldText(field, sizeOf(CRON_FIELDS[i])));
  const [values, { ranged }] = [fields[HOURS].values, fields[HOURS]];
  if (ranged.size === 0) return { text, pattern: texts.join(' ') };
  const repeating = fieldText(
    { ...fields[HOURS], values: values.filter((hour) => ranged.has(hour)) },
    sizeOf(CRON_FIELDS[HOURS]),
  );
  return { text, pattern: texts.join(' '), repeatingPattern: texts.with(HOURS, repeating).join(' ') };
}

/** Writes a field for the evaluator. @param size number of values that the field can have */
function fieldText({ values, hasLastDay, nthWeekdays }: FieldValues, size: number): string {
  if (values.length === size) return '*';
  const nth = nthWeekdays.filter(([weekday]) => !values.includes(weekday)).map((each) => each.join('#'));
  return [...values, ...(hasLastDay ? ['L'] : []), ...nth].join(',');
}
