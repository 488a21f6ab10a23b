/** Ids that readable lines leave out because they are long; JSON lines have them. */
const LEFT_OUT: ReadonlySet<string> = new Set(['pid', 'tenantId', 'appId', 'environmentId', 'userId']);

/** Members with a fixed position in the line or below it. */
const PLACED: ReadonlySet<string> = new Set(['time', 'level', 'msg', 'context', 'err', 'stack']);

/** Levels by pino's numbers. */
const LEVELS: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

type Line = Readonly<Record<string, unknown>>;

const printed = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Formats a log line for people: local time, level, message, fields, and below them the stack of an error. Callers'
 * text can neither start a line nor send control sequences to the terminal (decision 0151).
 *
 * @param json line of the log, with or without its line end
 */
export function readableLine(json: string): string {
  const line = JSON.parse(json) as Line;
  const context = line.context === undefined ? '' : `[${plain(printed(line.context))}] `;
  const fields = Object.entries(line)
    .filter(([name]) => !PLACED.has(name) && !LEFT_OUT.has(name))
    .map(([name, value]) => ` ${plain(name)}=${valueText(value)}`);
  const head = `${timeText(Number(line.time))} ${(LEVELS[Number(line.level)] ?? 'INFO').padEnd(5)}`;
  const stack = stackOf(line)
    .split('\n')
    .filter((each) => each.trim() !== '')
    .map((each) => `    ${plain(each.trim())}\n`);
  return `${head} ${context}${plain(printed(line.msg ?? ''))}${fields.join('')}\n${stack.join('')}`;
}

function stackOf({ err, stack }: Line): string {
  const own = typeof err === 'object' && err !== null ? (err as Line).stack : undefined;
  return [own, stack].filter((each) => typeof each === 'string').join('\n');
}

/** Formats a value. Text with blanks or quotation marks is quoted, so that it is one value. */
const valueText = (value: unknown): string =>
  plain(typeof value === 'string' && !/^[^\s"=]+$/.test(value) ? JSON.stringify(value) : printed(value));

/** Characters written as `\u…`: control and format characters, line and paragraph separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const plain = (text: string): string =>
  text.replace(UNPRINTABLE, (each) => `\\u${each.codePointAt(0)!.toString(16).padStart(4, '0')}`);

const digits = (value: number, count = 2): string => String(value).padStart(count, '0');

function timeText(ms: number): string {
  const time = new Date(ms);
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map((each) => digits(each)).join(':');
  return `${clock}.${digits(time.getMilliseconds(), 3)}`;
}
