import { RE2JS } from 're2js';
import { plainPattern } from '#core/values/bounded-pattern.js';

const TEXTS = [
  '',
  'AB',
  'ab',
  'AB\n',
  'xAB',
  'ABC-1234',
  'ABC-12345',
  'AB12345678',
  'A.b',
  'Aéb',
  'ＡＢ',
  '٣٣',
  'a_1',
  'a'.repeat(200),
];

it.each([
  '^[A-Z]{2}$',
  '^[A-Z]{2,5}$',
  '^[A-Z]{3}-[0-9]{4}$',
  '^[A-Z]{2}[0-9A-Z]{8,12}$',
  String.raw`^\w+\.b$`,
  String.raw`^\d*$`,
  '^[a-z_]?[0-9a-z_]{2}$',
  '^a{3,}$',
  '^$',
])('reads %s as the linear engine does', (source) => {
  const [plain, linear] = [plainPattern(source)!, RE2JS.compile(source)];
  expect(TEXTS.map((text) => plain.test(text))).toEqual(TEXTS.map((text) => linear.test(text)));
});

it.each([
  ['not bound', '[A-Z]{2}'],
  ['two variable numbers', '^[a-z]*[a-z]*b$'],
  ['variable twice', '^a+?$'],
  ['a group', '^(?:aa)+$'],
  ['a choice', '^a|b$'],
  ['any character', '^.$'],
  ['all but some', '^[^a]$'],
  ['a class by name', String.raw`^\p{L}$`],
  ['a bound inside', '^a$b$'],
])('leaves %s to the linear engine', (_, source) => expect(plainPattern(source)).toBeUndefined());

it('takes linear time', () => {
  const text = `${'a'.repeat(1_000_000)}b`;
  const startedAt = performance.now();
  expect(plainPattern('^[a-z]*[a-z]{3}c$')!.test(text)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(500);
});
