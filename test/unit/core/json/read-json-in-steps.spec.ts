import { readJson, readJsonInSteps } from '../../../../src/core/json/read-json.js';
import { allAtOnce } from '../../../../src/core/steps.js';

const TEXTS = [
  'null',
  ' {"a": [1, {"b": "x\\n"}, [], {}], "__proto__": true} ',
  '[[1.50, -2e3], "ü", {"a": {"b": [null]}}]',
];

/** Values, or the fault of a text. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
}

it.each([
  ...TEXTS,
  '{"a":1,"a":2}',
  '[1,]',
  '{"a" 1}',
  '[1 2]',
  '{"a":1}x',
  '\n{"a":\n tru}',
  '',
  `${'['.repeat(70)}${']'.repeat(70)}`,
])('reads in steps what is read at once: %s', (text) => {
  expect(outcomeOf(() => allAtOnce(readJsonInSteps(text)))).toEqual(outcomeOf(() => readJson(text)));
});

it('counts the values of the whole text', () => {
  const text = JSON.stringify([[1, 2], { a: 3 }]);
  expect(outcomeOf(() => allAtOnce(readJsonInSteps(text, { maxValues: 4 })))).toMatch('more than 4 values');
  expect(outcomeOf(() => allAtOnce(readJsonInSteps(text, { maxValues: 5 })))).toEqual(readJson(text));
});

it('divides long arrays on every level', () => {
  const steps = readJsonInSteps(JSON.stringify({ a: [[Array.from({ length: 10_000 }, (_, i) => i)]] }));
  let count = 0;
  for (let step = steps.next(); !step.done; step = steps.next()) count++;
  expect(count).toBeGreaterThan(30);
});
