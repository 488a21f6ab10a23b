import { type OutboundCall, prepareCall } from '#platform/outbound/outbound-call.js';

const call = (more: Partial<OutboundCall>): OutboundCall => ({
  environmentId: 'e',
  method: 'POST',
  url: 'https://example.com/',
  eventId: 'event-1',
  ...more,
});

it('takes method, headers and body as they are sent', () => {
  const prepared = prepareCall(call({ headers: { Authorization: 'Bearer x', __proto__2: 'é' }, body: 'ü' }));
  expect(prepared).toEqual({
    method: 'POST',
    headers: [
      ['Authorization', 'Bearer x'],
      ['__proto__2', 'é'],
    ],
    body: Buffer.from('ü'),
  });
});

// Requirement: S12
it.each<[string, Partial<OutboundCall>, RegExp]>([
  ['another method', { method: 'CONNECT' }, /must be one of GET/],
  ['a method in lower case', { method: 'post' }, /must be one of GET/],
  ['a body where there is none', { method: 'GET', body: '' }, /has no body/],
  ['a large body', { body: 'ü'.repeat(524_289) }, /1048578 bytes; at most 1048576/],
  ['a line break in a header', { headers: { A: 'secret\r\nB: c' } }, /^(?!.*secret).*header A holds line breaks/],
  ['NUL in a header', { headers: { A: '\0' } }, /header A/],
  ['letters beyond Latin-1 in a header', { headers: { A: '€' } }, /header A/],
  ['a colon in the name of a header', { headers: { 'A:B': 'c' } }, /name of a header/],
  ['no name of a header', { headers: { '': 'c' } }, /name of a header/],
  ['the same header twice', { headers: { Accept: 'a', ACCEPT: 'b' } }, /ACCEPT is given twice/],
  ['a header of the connection', { headers: { 'transfer-Encoding': 'chunked' } }, /set by the service/],
  ['Host', { headers: { host: 'evil' } }, /set by the service/],
  ['Content-Length', { headers: { 'Content-Length': '1' } }, /set by the service/],
  ['a signature', { headers: { 'X-Signature': 'x' } }, /set by the service/],
  [
    'many headers',
    { headers: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`h${at}`, ''])) },
    /at most 50/,
  ],
  ['long headers', { headers: { A: 'a'.repeat(16_384) } }, /16384 characters/],
  ['a line break in the event id', { eventId: 'a\nb' }, /event id/],
  ['no event id', { eventId: '' }, /event id/],
])('refuses %s', (_, more, problem) => {
  expect(() => prepareCall(call(more))).toThrow(
    expect.objectContaining({ kind: 'permanent', message: expect.stringMatching(problem) }),
  );
});
