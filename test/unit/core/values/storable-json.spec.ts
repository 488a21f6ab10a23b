import { json } from '#core/fields/json.js';
import { writeJson } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { storableJson } from '#core/values/storable-json.js';

it.each([
  [String.raw`"a\u0000b"`, '"a\uFFFDb"'],
  [String.raw`{"\u0000":["\ud800",{"x":true}]}`, '{"\uFFFD":["\uFFFD",{"x":true}]}'],
  ['1e999', '"1e999"'],
  ['[1.10,null,"ok"]', '[1.10,null,"ok"]'],
  ['{"__proto__":1}', '{"__proto__":1}'],
])('makes %s storable', (text, stored) => {
  const value = storableJson(readJson(text));
  expect(writeJson(value)).toBe(stored);
  expect(json.parse(value, undefined as never)).toHaveProperty('ok', true);
});
