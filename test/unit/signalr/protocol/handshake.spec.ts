import { handshakeAnswer, readHandshake } from '#signalr/protocol/handshake.js';
import type { TransferFormat } from '#signalr/protocol/hub-protocol.js';
import { negotiationAnswer, readNegotiation } from '#signalr/protocol/negotiation.js';

const FAILED = 'An unexpected error occurred during connection handshake.';
const read = (text: string, formats: readonly TransferFormat[] = ['Text', 'Binary']): string => {
  const outcome = readHandshake(Buffer.from(text), formats);
  return 'error' in outcome ? outcome.error : outcome.protocol.name;
};

it.each([
  ['{"protocol":"json","version":1}', 'json'],
  ['{"version":2,"x":{},"protocol":"MessagePack"}', 'messagepack'],
  ['{"protocol":"json","version":0}', 'json'],
  ['{"protocol":"json","version":3}', "The server does not support version 3 of the 'json' protocol."],
  ['{"protocol":"json","version":-1}', "The server does not support version -1 of the 'json' protocol."],
  ['{"protocol":"xml","version":1}', "The protocol 'xml' is not supported."],
  ['{"protocol":"json"}', FAILED],
  ['{"protocol":"json","version":"1"}', FAILED],
  ['{"protocol":1,"version":1}', FAILED],
  ['{"type":6}', FAILED],
  ['null', FAILED],
  ['', FAILED],
])('handshake %s: %s', (text, outcome) => {
  expect(read(text)).toBe(outcome);
});

it('refuses MessagePack on a text transport', () => {
  expect(read('{"protocol":"messagepack","version":1}', ['Text'])).toBe(
    "Cannot use the 'messagepack' protocol on the current transport. The transport does not support 'Binary' transfer format.",
  );
});

it('answers {} or an error', () => {
  expect([String(handshakeAnswer()), String(handshakeAnswer('e'))]).toEqual(['{}\u001e', '{"error":"e"}\u001e']);
});

it.each([
  [undefined, undefined, { version: 0, useStatefulReconnect: false }],
  ['', 'false', { version: 0, useStatefulReconnect: false }],
  ['0', 'true', { version: 0, useStatefulReconnect: true }],
  ['1', 'True', { version: 1, useStatefulReconnect: true }],
  ['2', undefined, { version: 1, useStatefulReconnect: false }],
  ['-5', undefined, { version: 0, useStatefulReconnect: false }],
  ['1.0', undefined, { error: 'The client requested a non-integer protocol version.' }],
  ['x', undefined, { error: 'The client requested a non-integer protocol version.' }],
])('negotiation of version %s, stateful %s: %j', (version, stateful, request) => {
  expect(readNegotiation(version, stateful)).toEqual(request);
});

it('sends the token to version 1 only, and stateful reconnect only on request', () => {
  const ids = { connectionId: 'i', connectionToken: 't' };
  const answer = (version: 0 | 1, useStatefulReconnect: boolean): string =>
    JSON.stringify(negotiationAnswer({ version, useStatefulReconnect }, ids, ['ServerSentEvents']));
  const transports = '"availableTransports":[{"transport":"ServerSentEvents","transferFormats":["Text"]}]';
  expect(answer(0, false)).toBe(`{"negotiateVersion":0,"connectionId":"i",${transports}}`);
  expect(answer(1, true)).toBe(
    `{"negotiateVersion":1,"connectionId":"i","connectionToken":"t",${transports},"useStatefulReconnect":true}`,
  );
});
