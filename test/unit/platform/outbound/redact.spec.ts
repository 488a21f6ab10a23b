import { writeJson } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { redactorOf } from '#platform/outbound/redact.js';

const redacted = (json: string, ...secrets: string[]): string => writeJson(redactorOf(secrets)(readJson(json)));

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

const SECRET = 'Tr0ub4dor/&3 x';
const base64 = (text: string, encoding: 'base64' | 'base64url' = 'base64'): string =>
  Buffer.from(text).toString(encoding);

it.each([
  ['upper case', SECRET.toUpperCase()],
  ['lower case', SECRET.toLowerCase()],
  ['spaced', Array.from(SECRET).join(' ')],
  ['with dashes', Array.from(SECRET).join('-')],
  ['on two lines', 'Tr0ub4\n  dor/&3 x'],
  ['hexadecimal', Buffer.from(SECRET).toString('hex')],
  ['hexadecimal, upper case', Buffer.from(SECRET).toString('hex').toUpperCase()],
  [
    'hexadecimal with colons',
    Buffer.from(SECRET)
      .toString('hex')
      .replaceAll(/..(?!$)/g, '$&:'),
  ],
  ['percent-encoded', encodeURIComponent(SECRET)],
  ['percent-encoded, every byte', Buffer.from(SECRET).toString('hex').replaceAll(/../g, '%$&')],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(SECRET))],
  ['as a form', encodeURIComponent(SECRET).replaceAll('%20', '+')],
  ['escaped as in JSON', SECRET.replace('/', '\\/').replace('&', '\\u0026')],
  ['escaped as in programs', Buffer.from(SECRET).toString('hex').replaceAll(/../g, '\\x$&')],
  ['escaped as in HTML', SECRET.replace('&', '&amp;').replace('/', '&#47;').replace(' ', '&#x20;')],
  ['Base64', base64(SECRET)],
  ['Base64 for URLs', base64(SECRET, 'base64url')],
  ...['u:', 'us:', 'use:', 'user:'].map((user) => [`Base64 of ${user}<secret>`, base64(user + SECRET)]),
  ['Base64 between others', base64(`a ${SECRET} b`)],
  ['Base64 for URLs of a user', base64(`user:${SECRET}?`, 'base64url')],
  ['Base64 in lines', base64(`user:${SECRET}`).replaceAll(/.{8}/g, '$&\r\n')],
  ['Base64 in a URL', encodeURIComponent(base64(`u:${SECRET}`))],
])('redacts a secret that is sent back %s', (_, form) => {
  const answer = redactorOf([SECRET])({ a: `before ${form} after`, [form]: 1 } as never);
  const text = writeJson(answer);
  expect(text).toMatch(/^\{"a":"before \S*\[redacted\]\S* after","\S*\[redacted\]\S*":1\}$/);
  expect(text.replaceAll(/before|after|\[redacted\]|"a"/g, '').length).toBeLessThan(34);
});

it.each([
  ['in Latin-1, as headers are sent', Buffer.from('pä55wörter', 'latin1').toString('base64')],
  ['in Latin-1, percent-encoded', 'p%E455w%F6rter'],
  ['in UTF-8, percent-encoded', encodeURIComponent('pä55wörter')],
  ['in upper case', 'PÄ55WÖRTER'],
])('redacts a secret with umlauts %s', (_, form) => {
  expect(redactorOf(['pä55wörter'])(`x ${form} y`)).toMatch(/^x \[redacted\]=* y$/);
});

it('leaves texts as they are that hold parts of a secret', () => {
  const text = 'Tr0ub4dor, &amp; 3\u0130 \ud83d\ude00 VHIwdWI0 5472307562 %54%72';
  expect(redactorOf([SECRET])(text)).toBe(text);
});

it('redacts an answer of the greatest size with many secrets in bounded time', () => {
  const secrets = Array.from({ length: 200 }, (_, i) => `secret-number-${i}-of-many`);
  const text = 'secret-number-1 of many '.repeat(40_000);
  const before = process.cpuUsage();
  expect(redactorOf(secrets)(text)).toContain('[redacted]');
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});

it('leaves values as they are without secrets', () => expect(redacted('{"a":[1.0]}')).toBe('{"a":[1.0]}'));
