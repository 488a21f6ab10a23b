import fc from 'fast-check';
import { DomainError } from '#core/errors.js';
import { JsonNumber, type JsonObject, type JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { readSlice, scanRows } from '#core/json/scan-rows.js';
import { allAtOnce } from '#core/steps.js';
import { cases, SEED } from '../../../support/seed.js';

const LIMITS = { member: 'Values', limitBytes: 1_000_000 };

/** The whole body, rows put back in their place; every slice is read twice. */
function scanned(text: string, limits = LIMITS): JsonValue {
  const bytes = Buffer.from(text);
  const rows: JsonValue[] = [];
  const scan = scanRows(bytes, limits);
  for (let step = scan.next(); ; step = scan.next()) {
    if (step.done) {
      const body = step.value as JsonObject;
      return rows.length === 0 ? body : { ...body, Values: rows };
    }
    if (!step.value) continue;
    expect(allAtOnce(readSlice(bytes, step.value))).toEqual(step.value.rows);
    rows.push(...step.value.rows);
  }
}

/** Result of reading: the value or its fault. */
function outcome(read: () => JsonValue): unknown {
  try {
    return plain(read());
  } catch (error) {
    if (error instanceof DomainError) return error.faults;
    throw error;
  }
}

const plain = (value: JsonValue): unknown =>
  JSON.parse(JSON.stringify(value, (_, item: unknown) => (item instanceof JsonNumber ? `number ${item.text}` : item)));

/** Both readings of a text, to be compared. */
const both = (text: string): [scanned: unknown, whole: unknown] => [
  { text, outcome: outcome(() => scanned(text)) },
  { text, outcome: outcome(() => readJson(text)) },
];

const BODIES = [
  '{}',
  ' { "Values" : [ ] } ',
  '{"EntityName":"A","Fields":["x","y"],"Values":[["a",1],["b",2.50]],"Options":{"BatchSize":2}}',
  '{\n "Values": [\n  ["é😀\\"]", -1e400],\n  [null, {"Match": {"FieldName": "a", "Value": [1]}}]\n ],\n "Fields": ["x", "y"]\n}',
  '{"Values":[1,"a",{"b":[]},true,null],"Z":9007199254740993}',
  '{"Values":{"a":1},"A":[[[]]]}',
  '[1,2]',
  '"text"',
];

// Requirement: R34
it.each(BODIES)('reads %s like readJson, members in any order', (text) => {
  const [found, expected] = both(text);
  expect(found).toEqual(expected);
});

it('refuses every truncation of a body like readJson', () => {
  for (const body of BODIES)
    for (let length = 0; length < body.length; length++) {
      const [found, expected] = both(body.slice(0, length).toWellFormed());
      expect(found).toEqual(expected);
    }
});

it.each(['"', '\\', '[', ']', '{', '}', ',', ':', 'x', ' ', '\n', '\u0001', '1', ',,', '"Values":1,'])(
  'reads %j at every place of a body like readJson, to the column',
  (inserted) => {
    for (const body of BODIES)
      for (let at = 0; at <= body.length; at++) {
        const [found, expected] = both((body.slice(0, at) + inserted + body.slice(at)).toWellFormed());
        expect(found).toEqual(expected);
      }
  },
);

it('agrees with readJson on any rows, however they are spaced', () => {
  const json = fc.array(fc.jsonValue({ noUnicodeString: false, maxDepth: 4 }), { maxLength: 20 });
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, '\r\n\t'), (Values, indent) => {
      const [found, expected] = both(JSON.stringify({ Values, Options: null }, null, indent));
      expect(found).toEqual(expected);
    }),
    { seed: SEED, numRuns: cases(300) },
  );
});

it('reads long values in steps, agreeing with readJson', () => {
  const row = [
    '\\u00e4"'.repeat(100_000),
    { a: Array.from({ length: 10_000 }, (_, i) => `${i}`) },
    'plain'.repeat(90_000),
  ];
  const text = JSON.stringify({ Fields: row, Values: [row, [1], row] });
  const steps = [...scanRows(Buffer.from(text), { member: 'Values', limitBytes: 10_000_000 })];
  expect(steps.filter((slice) => !slice).length).toBeGreaterThan(100);
  const read = scanned(text, { member: 'Values', limitBytes: 10_000_000 });
  expect(JSON.stringify(plain(read)) === JSON.stringify(plain(readJson(text)))).toBe(true);
});

it.each([
  ['an unknown escape', '\\x'],
  ['the end of the row', '"'],
])('reports the column of %s in a long value', (_, fault) => {
  const [found, expected] = both(`{"Values":[\n["${'\\n'.repeat(300_000)}${fault}"]]}`);
  expect(found).toEqual(expected);
});

it('delivers many rows in many slices and keeps their order', () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => [`row ${i} ä`, i]);
  const slices = [...scanRows(Buffer.from(JSON.stringify({ Values: rows })), LIMITS)];
  expect(slices.length).toBeGreaterThan(2);
  expect(plain(slices.flatMap((slice) => slice?.rows ?? []))).toEqual(rows.map(([text, i]) => [text, `number ${i}`]));
});

// Requirement: R14
it('reports line and column of a fault behind many rows', () => {
  const text = `{"Values":[\n${'["ä",1],\n'.repeat(20_000)}["ä" 1]]}`;
  expect(outcome(() => scanned(text))).toMatchObject([{ params: { Line: 20_002, Column: 6 } }]);
});

it('reads 64 levels in all', () => {
  const nested = (depth: number): string => `{"Values":[${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}]}`;
  expect(outcome(() => scanned(nested(64)))).not.toBeInstanceOf(Array);
  expect(outcome(() => scanned(nested(65)))).toMatchObject([{ code: 'MalformedJson' }]);
});

it.each([
  ['a row', `{"Values":[["${'a'.repeat(100)}"]]}`],
  ['a row that never ends', `{"Values":[["${'a'.repeat(100)}`],
  ['another member', `{"A":"${'a'.repeat(100)}"}`],
  ['other members together', `{"A":"${'a'.repeat(60)}","B":"${'a'.repeat(60)}"}`],
  ['a body that is no object', `["${'a'.repeat(100)}"]`],
])('refuses %s beyond the limit', (_, text) =>
  expect(outcome(() => scanned(text, { ...LIMITS, limitBytes: 100 }))).toMatchObject([{ code: 'TooLarge' }]),
);
