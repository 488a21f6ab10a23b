import { parseTarget } from '#platform/outbound/target.js';

// Requirement: S12
it.each([
  ['http://2130706433/', '127.0.0.1', 80],
  ['http://0x7f.1/', '127.0.0.1', 80],
  ['http://0177.0.0.1:81/', '127.0.0.1', 81],
  ['http://127.1/', '127.0.0.1', 80],
  ['http://１２７.0.0.1/', '127.0.0.1', 80],
  ['http://%31%32%37.0.0.1/', '127.0.0.1', 80],
  ['http://127.0.0.1./', '127.0.0.1', 80],
  ['https://[::ffff:127.0.0.1]/', '::ffff:7f00:1', 443],
  ['https://EXAMPLE.com./', 'example.com', 443],
  ['https://exämple.com/', 'xn--exmple-cua.com', 443],
  ['http://allowed.example\\@evil.example/', 'allowed.example', 80],
  ['http://allowed.example#@evil.example/', 'allowed.example', 80],
])('reads %s as host %s, port %i', (text, host, port) => expect(parseTarget(text)).toMatchObject({ host, port }));

it.each([
  ['https://user@example.com/', 'credentials'],
  ['https://:password@example.com/', 'credentials'],
  ['http://allowed.example@evil.example/', 'credentials'],
  ['ftp://example.com/', 'must start with http'],
  ['file:///etc/passwd', 'must start with http'],
  ['javascript:alert(1)', 'must start with http'],
  ['https://', 'malformed'],
  ['example.com', 'malformed'],
  ['https://example.com/\r\nX: y', 'malformed'],
  ['https://example.com/\0', 'malformed'],
  ['http://[fe80::1%25eth0]/', 'malformed'],
  ['http://1.2.3.999/', 'malformed'],
  [`https://example.com/${'a'.repeat(9_000)}`, 'at most'],
])('refuses %s', (text, problem) => expect(() => parseTarget(text)).toThrow(problem));

it('reads the location of a redirect relative to its URL', () => {
  const from = parseTarget('https://example.com/a');
  expect(parseTarget('/b?c', from)).toMatchObject({ url: { href: 'https://example.com/b?c' }, shown: 'example.com' });
  const other = parseTarget('//other.example', from);
  expect(other).toMatchObject({ host: 'other.example', shown: 'example.com (after a redirect)' });
  expect(parseTarget('//third.example/', other).shown).toBe('example.com (after a redirect)');
});
