/** A field of a cron expression: its name in messages, its values, and names of values from `least` on. */
export interface CronField {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const SECOND: CronField = { name: 'Second', least: 0, most: 59 };
const MINUTE: CronField = { name: 'Minute', least: 0, most: 59 };
const HOUR: CronField = { name: 'Hour', least: 0, most: 23 };
const DAY: CronField = { name: 'Day of month', least: 1, most: 31 };
const MONTH: CronField = { name: 'Month', least: 1, most: 12, names: MONTHS };
const WEEKDAY: CronField = { name: 'Day of week', least: 0, most: 7, names: WEEKDAYS };

/** The fields in the order of an expression; the first is optional. */
export const CRON_FIELDS = [SECOND, MINUTE, HOUR, DAY, MONTH, WEEKDAY] as const;

/** `*`, a value or a range, each with an optional step. */
const ITEM = /^(?:(\*)|([0-9A-Z]+)(?:-([0-9A-Z]+))?)(?:\/(\d+))?$/i;

/** The nth weekday of a month, such as `FRI#2`. */
const NTH_WEEKDAY = /^([0-9A-Z]+)#(\d+)$/i;

/** Signs of Quartz and similar dialects, and what to write instead. */
const FOREIGN_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\?/, 'the sign ? is not supported. Write * instead.'],
  [
    /#/,
    'the sign # is supported in the day of week only, between a weekday and 1-5, such as FRI#2 for the second Friday.',
  ],
  [
    /^(\d*|[A-Z]{3})L([W-].*)?$/i,
    'the sign L is supported alone, in the day of month only, for the last day of the month.',
  ],
  [
    /^\d*W$/i,
    'the sign W is not supported. The nearest working day is not supported; write weekdays as MON-FRI in the day of week.',
  ],
];

type Ends = readonly [number, number];

/** A weekday from 0 to 6, and which one of its kind in the month, from 1 to 5. */
export type NthWeekday = readonly [weekday: number, nth: number];

/** Values of a field. */
export interface FieldValues {
  /** In ascending order. */
  readonly values: readonly number[];
  /** Values that come from `*`, a step or a range; the others are written on their own. */
  readonly ranged: ReadonlySet<number>;
  /** True if the last day of a month is allowed. */
  readonly hasLastDay: boolean;
  readonly nthWeekdays: readonly NthWeekday[];
}

/** Values of a field, or the problem of its text. */
export type FieldReading = FieldValues | { readonly problem: string };

/** Reads one value; `undefined` if it is neither a number of the field nor one of its names. */
function valueOf(text: string, { least, most, names = [] }: CronField): number | undefined {
  const index = names.indexOf(text.toUpperCase());
  if (index !== -1) return index + least;
  const value = /^\d+$/.test(text) ? Number(text) : -1;
  return value >= least && value <= most ? value : undefined;
}

const allowedValues = ({ least, most, names }: CronField): string =>
  names ? `${least}-${most} or ${names[0]}-${names.at(-1)}` : `${least}-${most}`;

const notAllowed = (item: string, field: CronField): string =>
  `${JSON.stringify(item)} is not allowed. Write values as ${allowedValues(field)}; the signs are * , - and /.`;

const foreignSign = (item: string): string | undefined => FOREIGN_SIGNS.find(([pattern]) => pattern.test(item))?.[1];

/** Returns the ends of a range, or the problem. `SUN` at the end of a range is 7. */
function endsOf(item: string, [first, last]: readonly [string, string], field: CronField): Ends | string {
  const from = valueOf(first, field);
  const to = valueOf(last, field);
  if (from === undefined || to === undefined) return notAllowed(item, field);
  const end = field === WEEKDAY && last.toUpperCase() === 'SUN' && from > 0 ? 7 : to;
  if (from <= end) return [from, end];
  return `the range ${item} runs backwards. Write ${from}-${field.most},${field.least}-${to} instead.`;
}

/** Returns the ends of an item: `*`, a range or one value. */
function rangeOf(item: string, match: RegExpExecArray, field: CronField): Ends | string {
  const [, star, first, last, step] = match;
  if (star) return [field.least, field.most];
  const ends = endsOf(item, [first, last ?? first], field);
  if (step === undefined || last !== undefined || typeof ends === 'string') return ends;
  return `a step needs a range. Write ${first}-${field.most}/${step} instead of ${item}.`;
}

function itemValues(item: string, field: CronField): readonly number[] | string {
  if (item === '') return 'an item of the list is empty. Separate values by single commas.';
  const match = ITEM.exec(item);
  const range = match ? rangeOf(item, match, field) : notAllowed(item, field);
  if (!match || typeof range === 'string') return foreignSign(item) ?? range;
  const step = Number(match[4] ?? 1);
  if (step < 1 || step > field.most) return `the step of ${item} must be 1-${field.most}.`;
  const [from, to] = range;
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
}

/** Reads an item such as `FRI#2`; `undefined` for any other text. */
function nthWeekdayIn(item: string): NthWeekday | undefined {
  const [, name, nth] = NTH_WEEKDAY.exec(item) ?? [];
  const weekday = name === undefined ? undefined : valueOf(name, WEEKDAY);
  return weekday !== undefined && /^[1-5]$/.test(nth) ? [weekday % 7, Number(nth)] : undefined;
}

/** Reads one item of a list; the result is what is wrong with it, if it is a text. */
function readItem(item: string, field: CronField): Partial<FieldValues> | string {
  const nthWeekday = field === WEEKDAY ? nthWeekdayIn(item) : undefined;
  if (nthWeekday) return { nthWeekdays: [nthWeekday] };
  if (field === DAY && item.toUpperCase() === 'L') return { hasLastDay: true };
  const found = itemValues(item, field);
  if (typeof found === 'string') return found;
  const values = field === WEEKDAY ? found.map((value) => value % 7) : found;
  return { values, ...(/[*/-]/.test(item) && { ranged: new Set(values) }) };
}

/**
 * Reads the text of one field: a list of values, ranges and `*`, each with an optional step; `L` in the day of month, and
 * nth weekdays in the day of week. Sunday is 0.
 */
export function readField(text: string, field: CronField): FieldReading {
  const items = text.split(',').map((item) => readItem(item, field));
  const problem = items.find((item) => typeof item === 'string');
  if (problem !== undefined) return { problem: `${field.name}: ${problem}` };
  const read = items.filter((item) => typeof item !== 'string');
  return {
    values: [...new Set(read.flatMap(({ values = [] }) => values))].toSorted((a, b) => a - b),
    ranged: new Set(read.flatMap(({ ranged = [] }) => [...ranged])),
    hasLastDay: read.some(({ hasLastDay }) => hasLastDay),
    nthWeekdays: read.flatMap(({ nthWeekdays = [] }) => nthWeekdays),
  };
}

/** Counts the values that a field can have; Sunday is one value. */
export const sizeOf = (field: CronField): number => (field === WEEKDAY ? 7 : field.most - field.least + 1);
