import { slowness } from '../../../support/machine-speed.js';
import { boundedPattern, PatternRefused, PatternWork } from '#core/values/bounded-pattern.js';

/** Milliseconds of CPU of the process. Other work slows it where cores share their parts, so each test measures that, too. */
const mostMs = (): number => 50 * slowness();
const TRIES = 5;

/** Least CPU of some tries in milliseconds; other threads of the process count, but not each time. */
function cpuOf(action: () => unknown): number {
  const times = Array.from({ length: TRIES }, () => {
    const before = process.cpuUsage();
    action();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

const refusalOf = (source: string): string => {
  try {
    boundedPattern(source);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(PatternRefused);
    return (error as Error).message;
  }
};

it.each([
  ['optional parts', '(\\pL?){900}$', 'instructions'],
  ['nested counts', '((a{30}){30}){30}', 'instructions'],
  ['a counted class', '\\p{L}{1000}', 'instructions'],
  ['a long group that is counted', `(${'ab'.repeat(400)}){1000}`, 'instructions'],
  ['choices between classes', '(\\p{L}|\\p{N}|\\p{So}){300}', 'instructions'],
  ['many classes', '\\pL'.repeat(300), 'classes'],
  ['ranges in any letter case', '(?i)[a-\\x{10FFFF}]'.repeat(50), 'classes'],
  ['a long text', 'a'.repeat(1_001), 'characters'],
  ['a long list', Array.from({ length: 400 }, (_, i) => `w${i}`).join('|'), 'characters'],
])('refuses %s before it compiles them', (_, source, reason) => {
  let refusal = '';
  expect(cpuOf(() => (refusal = refusalOf(source)))).toBeLessThan(mostMs());
  expect(refusal).toContain(reason);
});

it.each(['^[A-Z]{2}\\d{2}[A-Z0-9]{1,30}$', "^\\p{L}[\\p{L} '-]{0,99}$", '^([A-Za-z]+ ?)+$', '(?i)^(red|green|blue)$'])(
  'takes %s',
  (source) => expect(refusalOf(source)).toBe(''),
);

const LETTERS = Array.from({ length: 4_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7_919) % 20_000))).join('');
const AB = Array.from({ length: 20_000 }, (_, i) => 'ab'[((i * i * 31 + i * 7) >> 3) & 1]).join('');

it.each([
  ['(\\pL?){190}$', LETTERS],
  ['\\pL'.repeat(100), LETTERS],
  ['(?:a|b)*a(?:a|b){150}$', AB],
  ['(?:a|b)*a(?:a|b){12}$', AB],
  ['^([A-Za-z]+ ?)+$', AB],
  ['^a*a{90}$', 'a'.repeat(100_000)],
])('tests the longest text that %s takes in bounded time', (source, text) => {
  const pattern = boundedPattern(source);
  const longest = text.slice(0, pattern.maxLength);
  pattern.test(longest);
  expect(cpuOf(() => pattern.test(`${longest.slice(1)}!`))).toBeLessThan(mostMs());
});

it.each([
  ['(?:a|b)*a(?:a|b){12}$', AB],
  ['\\pL{90}$', LETTERS],
  ['^[a-z]{1,20}$', AB],
  ['(?:[\\pL\\pN][\\pL\\pS]?){40}$', LETTERS],
])('counts the work of many values, of whatever patterns: %s', (source, text) => {
  const pattern = boundedPattern(source);
  let work = new PatternWork();
  for (let i = 0; i < 500; i++) pattern.test(text.slice(i, i + 20));
  const spend = (): void => {
    work = new PatternWork();
    for (let i = 0; !work.isSpent && i < 100_000; i++) pattern.test(text.slice(i % 3_000, (i % 3_000) + 20), work);
  };
  expect(cpuOf(spend)).toBeLessThan(3 * mostMs());
  expect(work.isSpent).toBe(true);
});

it('gives memory back and finds the same afterwards', () => {
  const found = Array.from({ length: 120 }, (_, i) => {
    const pattern = boundedPattern(`^(?:\\pL|\\pN){1,60}x{${i}}$`);
    return pattern.test(LETTERS.slice(i, i + 50) + 'x'.repeat(i));
  });
  expect(found.every(Boolean)).toBe(true);
  expect(boundedPattern('^(?:\\pL|\\pN){1,60}x{0}$').test('!')).toBe(false);
});
