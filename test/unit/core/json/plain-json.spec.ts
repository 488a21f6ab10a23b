import { plainJson } from '#core/json/plain-json.js';
import { readJson } from '#core/json/read-json.js';

it.each([
  ['{"A":[1,{"B":null}],"C":"x","D":false}', { A: [1, { B: null }], C: 'x', D: false }],
  ['[5000.00,-0.125,1e3,0,999999999999999]', [5000, -0.125, 1000, 0, 999_999_999_999_999]],
  ['[9007199254740993,-0.1234567890123456789]', ['9007199254740993', '-0.1234567890123456789']],
  ['{"__proto__":1}', JSON.parse('{"__proto__":1}')],
])('makes %s plain without losing a digit', (json, plain) => expect(plainJson(readJson(json))).toEqual(plain));
