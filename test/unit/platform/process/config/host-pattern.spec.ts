import { coversHost, coversName, hostPattern } from '#platform/process/config/host-pattern.js';
import { parseTarget } from '#platform/outbound/target.js';

const covers = (text: string, url: string): boolean => coversHost([hostPattern(text)!], parseTarget(url));

// Requirement: R191, S12
it.each([
  ['api.example.com', 'https://api.example.com/', true],
  ['api.example.com', 'http://api.example.com/', true],
  ['API.Example.com', 'https://api.EXAMPLE.com./x', true],
  ['api.example.com', 'https://api.example.com:8443/', false],
  ['api.example.com:8443', 'https://api.example.com:8443/', true],
  ['api.example.com:8443', 'https://api.example.com/', false],
  ['api.example.com:80', 'http://api.example.com/', true],
  ['api.example.com:80', 'https://api.example.com/', false],
  ['api.example.com', 'https://example.com/', false],
  ['api.example.com', 'https://api.example.com.evil.test/', false],
  ['api.example.com', 'https://evil-api.example.com/', false],
  ['*.example.com', 'https://a.b.example.com/', true],
  ['*.example.com', 'https://example.com/', false],
  ['*.example.com', 'https://evilexample.com/', false],
  ['*.example.com:444', 'https://a.example.com:444/', true],
  ['bücher.example', 'https://xn--bcher-kva.example/', true],
  ['xn--bcher-kva.example', 'https://BÜCHER.example/', true],
  ['127.0.0.1', 'http://2130706433/', true],
  ['[::1]', 'http://[0:0::1]/', true],
  ['127.0.0.1', 'http://[::ffff:127.0.0.1]/', false],
])('compares the pattern %s with %s: %s', (pattern, url, expected) => expect(covers(pattern, url)).toBe(expected));

it.each([
  '',
  '*',
  '*.',
  '*.*.example.com',
  'a*.example.com',
  '*.10.0.0.1',
  'http://a.example',
  'a.example/path',
  'u@a.example',
  'a.example:0',
  'a.example:65536',
  'a b',
  '::1',
  '[::1',
  '.',
  '*.4',
])('refuses the pattern %j', (text) => expect(hostPattern(text)).toBeUndefined());

it('compares names without their ports', () => {
  expect(coversName([hostPattern('10.0.0.5')!], '10.0.0.5')).toBe(true);
  expect(coversName([hostPattern('*.intra.example')!], 'erp.intra.example')).toBe(true);
  expect(coversName([], '10.0.0.5')).toBe(false);
});
