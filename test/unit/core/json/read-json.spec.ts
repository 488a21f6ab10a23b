import fc from 'fast-check';
import { DomainError } from '#core/errors.js';
import { JsonNumber, type JsonValue } from '#core/json/json.js';
import { readJsonInSteps, readJson } from '#core/json/read-json.js';
import { allAtOnce } from '#core/steps.js';
import { cases, SEED } from '../../../support/seed.js';

/** Result of JSON.parse. */
function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function refusal(text: string): DomainError {
  try {
    readJson(text);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

it('agrees with JSON.parse on any JSON, however it is spaced', () => {
  const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 6 });
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, '\t', '\r\n '), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(plain(readJson(text))).toEqual(JSON.parse(text));
    }),
    { seed: SEED, numRuns: cases(500) },
  );
});

it('accepts and refuses the same texts as JSON.parse, except for deliberate refusals', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    'u00e9',
    '-',
    '0',
    '1.5',
    'e',
    'true',
    'null',
    ' ',
  );
  const accepts = (read: (text: string) => unknown, text: string): boolean => {
    try {
      read(text);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      fc.pre(!/"a"\s*:.*"a"\s*:/.test(text));
      expect([text, accepts(readJson, text)]).toEqual([text, accepts(JSON.parse, text)]);
    }),
    { seed: SEED, numRuns: cases(5_000) },
  );
});

// Requirement: R34, T62
it.each(['0', '-0', '12345678901234567890.1234567890', '9007199254740993', '1e400', '-1.5E+10', '0.10'])(
  'keeps the number %s digit for digit',
  (text) => expect(readJson(` ${text} `)).toEqual(new JsonNumber(text)),
);

it.each<[json: string, text: string]>([
  ['""', ''],
  ['"plain"', 'plain'],
  [String.raw`"\"\\\/\b\f\n\r\t"`, '"\\/\b\f\n\r\t'],
  [String.raw`"caf\u00e9 \uD83D\uDE00 end"`, 'café 😀 end'],
  [String.raw`"\ud800"`, '\ud800'],
  ['"\u007f\u2028"', '\u007f\u2028'],
])('reads the text %s', (json, text) => expect(readJson(json)).toBe(text));

it('makes objects without inherited members', () => {
  const object = readJson('{"__proto__":{"isAdministrator":true},"b":1}') as Record<string, unknown>;
  expect(Object.keys(object)).toEqual(['__proto__', 'b']);
  expect([object['constructor'], object['toString'], object['isAdministrator'], 'hasOwnProperty' in object]).toEqual([
    undefined,
    undefined,
    undefined,
    false,
  ]);
});

// Requirement: R14
it.each<[text: string, line: number, column: number, problem: string]>([
  ['', 1, 1, 'the text ends too early'],
  ['{', 1, 2, 'expected a member name'],
  ['{"a":1,}', 1, 8, 'expected a member name'],
  ["{'a':1}", 1, 2, 'expected a member name'],
  ['{"a" 1}', 1, 6, "expected ':'"],
  ['{"a":1 "b":2}', 1, 8, "expected ',' or '}'"],
  ['{\n  "a": 1,\n  "b": ?\n}', 3, 8, 'expected a value'],
  ['{\r\n"a":tru}', 2, 5, 'expected a value'],
  ['[1 2]', 1, 4, "expected ',' or ']'"],
  ['[1,]', 1, 4, 'expected a value'],
  ['[01]', 1, 3, "expected ',' or ']'"],
  ['[1.]', 1, 4, 'expected a digit'],
  ['[.5]', 1, 2, 'expected a value'],
  ['[1e]', 1, 4, 'expected a digit'],
  ['[-]', 1, 3, 'expected a digit'],
  ['[NaN]', 1, 2, 'expected a value'],
  ['["a\nb"]', 1, 4, 'a control character'],
  ['"abc', 1, 5, 'the text ends too early'],
  [String.raw`"\x41"`, 1, 3, 'unknown escape'],
  [String.raw`"\u00g0"`, 1, 6, 'expected four hexadecimal digits'],
  ['{} {}', 1, 4, 'nothing may follow'],
  ['\ufeff{}', 1, 1, 'expected a value'],
])('refuses %j at line %i, column %i', (text, Line, Column, problem) => {
  const { code, faults } = refusal(text);
  expect([code, faults[0].params]).toEqual(['MalformedJson', { Line, Column }]);
  expect(faults[0].message).toContain(`line ${Line}, column ${Column}: ${problem}`);
});

// Requirement: R14
it.each([
  ['{"a":1,\n "a":2}', { Line: 2, Column: 2 }],
  ['{"a":1, "\\u0061":2}', { Line: 1, Column: 9 }],
  ['{"__proto__":1,"__proto__":2}', { Line: 1, Column: 16 }],
])('refuses the duplicate member in %j', (text, params) => {
  expect(refusal(text).faults[0]).toMatchObject({ message: expect.stringContaining('duplicate member'), params });
});

// Requirement: R215
it('reads 64 levels and refuses the 65th, and a hundred thousand', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  expect(() => readJson(nested(64))).not.toThrow();
  expect(refusal(nested(65)).message).toContain('nested deeper than 64');
  expect(refusal('{"a":'.repeat(100_000)).message).toContain('nested deeper than 64');
});

describe('limits of a text from outside', () => {
  const limited = (text: string) => () => readJson(text, { maxValues: 10, maxNames: 3 });

  it('counts elements of arrays and members of objects together', () => {
    expect(limited(`{"a":[1,2,3,4],"b":{"a":[5,6,7]}}`)).not.toThrow();
    expect(limited(`{"a":[1,2,3,4],"b":{"a":[5,6,7,8]}}`)).toThrow('more than 10 values');
    expect(limited(`{"a":[],"b":{},"c":[[],[],[],[],[],[],[]]}`)).not.toThrow();
    expect(limited(`{"a":[],"b":{},"c":[[],[],[],[],[],[],[],[]]}`)).toThrow('more than 10 values');
  });

  it('counts different names of members in long texts', () => {
    const padding = 'x'.repeat(20_000);
    expect(limited(`[{"a":"${padding}"},{"b":1},{"c":1},{"a":1}]`)).not.toThrow();
    expect(limited(`[{"a":"${padding}"},{"b":1},{"c":1},{"d":1}]`)).toThrow('more than 3 different names');
  });
});

it('reads long strings with and without escapes, and finds the fault in them', () => {
  const long = 'ä€😀x'.repeat(1_000);
  expect(readJson(JSON.stringify([long, `${long}\n"${long}`]))).toEqual([long, `${long}\n"${long}`]);
  expect(readJson(`"\\ud800${'x'.repeat(100)}"`)).toBe(`\ud800${'x'.repeat(100)}`);
  expect(refusal(`["${long}\\q"]`).faults[0].params).toEqual({ Line: 1, Column: long.length + 4 });
  expect(refusal(`["${long}\n"]`).faults[0].params).toEqual({ Line: 1, Column: long.length + 3 });
  expect(refusal(`["${long}`).message).toContain('ends too early');
});

const outcomeOf = (read: () => JsonValue): unknown => {
  try {
    return plain(read());
  } catch (error) {
    return (error as DomainError).message;
  }
};

it('reads and refuses in steps what it reads and refuses at once', () => {
  const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 6 }).map((value) => JSON.stringify(value));
  const cut = fc
    .tuple(json, fc.nat(), fc.constantFrom('', ',', ']', '}', '"', ':', '\\', '{"a":1,"a":2}', '[1,]', '\\u12', ' '))
    .map(([text, at, part]) => text.slice(0, at % (text.length + 1)) + part + text.slice((at % (text.length + 1)) + 1));
  fc.assert(
    fc.property(fc.oneof(json, cut), (text) => {
      const limits = { maxValues: 20, maxDepth: 4 };
      expect(outcomeOf(() => allAtOnce(readJsonInSteps(text, limits)))).toEqual(
        outcomeOf(() => readJson(text, limits)),
      );
    }),
    { seed: SEED, numRuns: cases(2_000) },
  );
});

it('reads a long text in many steps', () => {
  const text = JSON.stringify(
    Array.from({ length: 20_000 }, (_, i) => ({ [`k${i % 100}`]: ['x'.repeat(i % 50), {}] })),
  );
  let steps = 0;
  const reading = readJsonInSteps(text, {});
  let step = reading.next();
  for (; !step.done; step = reading.next()) steps++;
  expect(steps).toBeGreaterThan(100);
  expect(step.value).toEqual(readJson(text));
});

it.each(['\\n', '\\u00e4', '\\ud83d\\ude00', '\\\\', '\\"', 'ä', '😀', 'x', 'x\\"'])(
  'reads a long string of %s in many steps',
  (unit) => {
    for (const more of ['', '"', '\\x', '\n', '\\']) {
      const text = `{"a":["${unit.repeat(70_000)}${more}",1]}`;
      const readOutcome = outcomeOf(() => allAtOnce(readJsonInSteps(text, {})));
      expect(JSON.stringify(readOutcome) === JSON.stringify(outcomeOf(() => readJson(text)))).toBe(true);
    }
  },
);
