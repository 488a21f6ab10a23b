import { writeJson } from '../../../../src/core/json/json.js';
import { readJson } from '../../../../src/core/json/read-json.js';
import { redactJson } from '../../../../src/platform/outbound/redact.js';

const redacted = (json: string, ...secrets: string[]): string => writeJson(redactJson(readJson(json), secrets));

// Requirement: R191, S18
it.each([
  [
    'texts, names and nested values',
    '{"a":["x hunter22 y",{"hunter22":true}]}',
    '{"a":["x [redacted] y",{"[redacted]":true}]}',
  ],
  ['numbers', '[12345678,1.50]', '["[redacted]",1.50]'],
  ['escaped characters', '"\\u0068unter22"', '"[redacted]"'],
  ['Base64 and URL forms', '["YSBiL2MmZA==","a%20b%2Fc%26d"]', '["[redacted]==","[redacted]"]'],
  ['JSON in texts', '"{\\"p\\":\\"quo\\\\\\"te-me\\"}"', '"{\\"p\\":\\"[redacted]\\"}"'],
  ['a secret within a longer one', '"hunter22-and-more"', '"[redacted]"'],
  ['nothing else', '{"__proto__":null,"n":1E400}', '{"__proto__":null,"n":1E400}'],
])('redacts secrets in %s', (_, json, expected) => {
  expect(redacted(json, 'hunter22', 'hunter22-and-more', '12345678', 'a b/c&d', 'quo"te-me')).toBe(expected);
});

it('leaves values as they are without secrets', () => expect(redacted('{"a":[1.0]}')).toBe('{"a":[1.0]}'));
