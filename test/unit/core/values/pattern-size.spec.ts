import fc from 'fast-check';
import { RE2JS } from 're2js';
import { patternSize } from '#core/values/pattern-size.js';
import { cases, SEED } from '../../../support/seed.js';

const PARTS = [
  'a',
  'é',
  '.',
  '^',
  '$',
  '\\d',
  '\\pL',
  '\\p{Nd}',
  '[^a-f]',
  '[]}]',
  '[[:alpha:]{9}]',
  '\\x{2028}',
  '\\Q{9}(\\E',
  '\\{',
  '\\b',
  '()',
  '{',
  '}',
  ']',
];
const TIMES = ['', '*', '+?', '?', '{3}', '{2,}', '{1,4}?', '{0}', '{0,3}'];

const part = fc.tuple(fc.constantFrom(...PARTS), fc.constantFrom(...TIMES)).map((two) => two.join(''));
const { pattern } = fc.letrec<{ readonly pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    part,
    fc.tuple(part, tie('pattern')).map((two) => two.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map((two) => two.join('|')),
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?i:', '(?P<n>'), tie('pattern'), fc.constantFrom(...TIMES))
      .map(([open, inner, times]) => `${open}${inner})${times}`),
  ),
}));

function programOf(source: string): number {
  try {
    return RE2JS.compile(source).programSize();
  } catch {
    return 0;
  }
}

it('bounds the program of every pattern from above', () => {
  fc.assert(
    fc.property(pattern, (source) => programOf(source) <= patternSize(source)),
    { seed: SEED, numRuns: cases(2_000) },
  );
});

it.each([
  ['^[A-Z]{3}-\\d{4}$', 20],
  ['^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$', 30],
  ['\\x{2028}{1}', 10],
  ['\\p{Greek}{3}|\\pN+', 15],
])('stays near the program: %s takes less than %d', (source, most) => expect(patternSize(source)).toBeLessThan(most));
