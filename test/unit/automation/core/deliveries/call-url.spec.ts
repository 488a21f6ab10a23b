import { urlOf } from '#automation/core/deliveries/call-url.js';

const resolved = (url: string, value: unknown): string => urlOf(url, () => value as string);

// Requirement: R191, T52
it.each([
  ['https://a.example/parcels/{{X}}', 'O-1', 'https://a.example/parcels/O-1'],
  ['https://a.example/parcels/{{X}}/lines', 'a/../b', 'https://a.example/parcels/a%2F..%2Fb/lines'],
  ['https://a.example/x?q={{X}}&r=1', '1&admin=true#', 'https://a.example/x?q=1%26admin%3Dtrue%23&r=1'],
  ['https://a.example/{{X}}', '\\\\evil.example\\', 'https://a.example/%5C%5Cevil.example%5C'],
  ['https://a.example/{{X}}', '%2e%2e', 'https://a.example/%252e%252e'],
  ['https://a.example/{{X}}', 'é\ud800\r\n', 'https://a.example/%C3%A9%EF%BF%BD%0D%0A'],
  ['https://a.example/{{X}}', null, 'https://a.example/'],
  ['https://a.example/x?next=/{{X}}', '..', 'https://a.example/x?next=/..'],
  ['https://a.example/a/../b?x={{X}}', '1', 'https://a.example/a/../b?x=1'],
])('resolves %s with %j to %s', (url, value, expected) => expect(resolved(url, value)).toBe(expected));

// Requirement: R191, T52
it.each([
  ['https://a.example/parcels/{{X}}', '..'],
  ['https://a.example/parcels/{{X}}/x', '.'],
  ['https://a.example/parcels/.{{X}}/x', '.'],
  ['https://a.example/parcels/{{X}}?y=1', '..'],
  ['https://a.example/parcels/{{X}}#y', '..'],
])('refuses %s with %j', (url, value) => {
  expect(() => resolved(url, value)).toThrow('must not be . or .. alone');
});
