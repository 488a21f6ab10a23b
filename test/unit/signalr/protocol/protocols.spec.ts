import { decode, encode } from '@msgpack/msgpack';
import { jsonProtocol } from '#signalr/protocol/json-protocol.js';
import { messagePackProtocol } from '#signalr/protocol/message-pack-protocol.js';
import type { HubMessage } from '#signalr/protocol/messages.js';
import { ProtocolError } from '#signalr/protocol/protocol-error.js';
import { Timestamp, type TimestampForm } from '#signalr/protocol/timestamp.js';

/** The same message in both protocols; read back it is the message again. */
const BOTH_WAYS: readonly (readonly [message: HubMessage, json: string, array: readonly unknown[]])[] = [
  [
    { type: 1, target: 'T', arguments: [1, 'x'] },
    '{"type":1,"target":"T","arguments":[1,"x"]}',
    [1, {}, null, 'T', [1, 'x'], []],
  ],
  [
    { type: 1, invocationId: '7', target: 'T', arguments: [], streamIds: ['a'] },
    '{"type":1,"invocationId":"7","target":"T","arguments":[],"streamIds":["a"]}',
    [1, {}, '7', 'T', [], ['a']],
  ],
  [
    { type: 4, invocationId: '7', target: 'T', arguments: [null] },
    '{"type":4,"invocationId":"7","target":"T","arguments":[null]}',
    [4, {}, '7', 'T', [null], []],
  ],
  [
    { type: 2, invocationId: '7', item: { A: [1.5] } },
    '{"type":2,"invocationId":"7","item":{"A":[1.5]}}',
    [2, {}, '7', { A: [1.5] }],
  ],
  [{ type: 3, invocationId: '7' }, '{"type":3,"invocationId":"7"}', [3, {}, '7', 2]],
  [{ type: 3, invocationId: '7', result: null }, '{"type":3,"invocationId":"7","result":null}', [3, {}, '7', 3, null]],
  [{ type: 3, invocationId: '7', error: 'e' }, '{"type":3,"invocationId":"7","error":"e"}', [3, {}, '7', 1, 'e']],
  [{ type: 5, invocationId: '7' }, '{"type":5,"invocationId":"7"}', [5, {}, '7']],
  [{ type: 6 }, '{"type":6}', [6]],
  [{ type: 7, error: 'e', allowReconnect: true }, '{"type":7,"error":"e","allowReconnect":true}', [7, 'e', true]],
  [{ type: 8, sequenceId: 9 }, '{"type":8,"sequenceId":9}', [8, 9]],
  [{ type: 9, sequenceId: 9 }, '{"type":9,"sequenceId":9}', [9, 9]],
];

it.each(BOTH_WAYS)('encodes and decodes %j', (message, json, array) => {
  expect(jsonProtocol.encode(message).toString()).toBe(`${json}\u001e`);
  expect(jsonProtocol.decode(Buffer.from(json))).toEqual(message);
  const bytes = messagePackProtocol.encode(message);
  expect(bytes[0]).toBe(bytes.length - 1);
  expect(decode(bytes.subarray(1))).toEqual(array);
  expect(messagePackProtocol.decode(bytes.subarray(1))).toEqual(message);
});

it('encodes a ping of MessagePack in three bytes', () => {
  expect(messagePackProtocol.encode({ type: 6 }).toString('hex')).toBe('029106');
});

describe('values', () => {
  const item = (value: unknown): HubMessage => ({ type: 2, invocationId: '1', item: value });
  const inJson = (value: unknown): unknown =>
    (JSON.parse(jsonProtocol.encode(item(value)).toString().slice(0, -1)) as { item: unknown }).item;
  const inMessagePack = (value: unknown): unknown =>
    (decode(messagePackProtocol.encode(item(value)).subarray(1)) as readonly unknown[])[3];

  const date = new Date('2026-01-02T03:04:05.678Z');
  it.each<[what: string, value: unknown, json: unknown, array: unknown]>([
    ['nothing', undefined, null, null],
    ['a member that is nothing', { A: undefined, B: 1 }, { B: 1 }, { B: 1 }],
    ['bytes', { A: Buffer.from([1, 2]) }, { A: 'AQI=' }, { A: new Uint8Array([1, 2]) }],
    ['a time', [date], [date.toISOString()], [date]],
    [
      'times without a whole fraction',
      ['00:00', '10:20.1', '10:20.120', '10:20.003'].map((time) => new Date(`2000-01-01T00:${time}Z`)),
      ['00:00', '10:20.1', '10:20.12', '10:20.003'].map((time) => `2000-01-01T00:${time}Z`),
      ['00:00', '10:20.1', '10:20.12', '10:20.003'].map((time) => new Date(`2000-01-01T00:${time}Z`)),
    ],
    ['a big integer', [10n, 2n ** 60n], [10, '1152921504606846976'], [10, '1152921504606846976']],
    ['text of any kind', 'Ω\u2028"\\\u0000', 'Ω\u2028"\\\u0000', 'Ω\u2028"\\\u0000'],
    [
      'a class of its own',
      new (class Point {
        x = 1;
      })(),
      { x: 1 },
      { x: 1 },
    ],
  ])('%s', (_, value, json, array) => {
    expect(inJson(value)).toEqual(json);
    expect(inMessagePack(value)).toEqual(array);
  });

  it('an invalid time is null in JSON', () => {
    expect(inJson([new Date(NaN)])).toEqual([null]);
  });
});

describe('lenient reading', () => {
  it.each<[json: string, message: HubMessage | undefined]>([
    ['{"type":99,"target":1}', undefined],
    ['{"type":0}', undefined],
    ['{"arguments":[],"headers":{"a":1},"target":"T","more":1,"type":1}', { type: 1, target: 'T', arguments: [] }],
    ['{"type":1,"target":"T","arguments":[],"headers":"a"}', { type: 1, target: 'T', arguments: [] }],
    [
      '{"type":1,"target":"T","arguments":[],"headers":{"a":"b","c":null}}',
      { type: 1, target: 'T', arguments: [], headers: { a: 'b' } },
    ],
    ['{"type":1,"invocationId":null,"target":"T","arguments":[]}', { type: 1, target: 'T', arguments: [] }],
    [
      '{"type":1,"invocationId":"","target":"T","arguments":[],"streamIds":[]}',
      { type: 1, target: 'T', arguments: [] },
    ],
    ['{"type":2,"invocationId":"1"}', { type: 2, invocationId: '1', item: undefined }],
    ['{"type":7}', { type: 7 }],
    ['{"type":7,"error":null}', { type: 7 }],
  ])('%s', (json, message) => {
    expect(jsonProtocol.decode(Buffer.from(json))).toEqual(message);
  });

  it.each<[array: readonly unknown[], message: HubMessage | undefined]>([
    [[99], undefined],
    [[1, {}, null, 'T', []], { type: 1, target: 'T', arguments: [] }],
    [[1, { a: 'b' }, '', 'T', [], null, 'more'], { type: 1, target: 'T', arguments: [], headers: { a: 'b' } }],
    [[7, null], { type: 7 }],
  ])('%j', (array, message) => {
    expect(messagePackProtocol.decode(Buffer.from(encode(array)))).toEqual(message);
  });
});

it.each<[array: unknown]>([
  [{ type: 6 }],
  [[]],
  [['6']],
  [[1, {}, 7, 'T', []]],
  [[1, {}, null, null, []]],
  [[1, {}, null, 'T', 'x']],
  [[1, {}, null, 'T', [], [1]]],
  [[3, {}, '1', 7]],
  [[3, {}, null, 2]],
  [[5, {}]],
  [[8, -1]],
  [[9, '1']],
])('MessagePack refuses %j', (array) => {
  expect(() => messagePackProtocol.decode(Buffer.from(encode(array)))).toThrow(ProtocolError);
});

describe('timestamps', () => {
  const frame = (form: TimestampForm, text: string): unknown => {
    const message = { type: 1, target: 'T', arguments: [new Timestamp(text, form)] } as const;
    const record = messagePackProtocol.encode(message);
    return (decode(record.subarray(1)) as unknown[])[4];
  };

  it.each([
    ['2026-03-02T09:30:00Z', 'd6ff69a55898'],
    ['2026-03-02T09:30:00.123456Z', 'd7ff1d6f280069a55898'],
    ['1969-12-31T23:59:59.5Z', 'c70cff1dcd6500ffffffffffffffff'],
  ])('keep microseconds in MessagePack: %s', (text, hex) => {
    const message = { type: 1, target: 'T', arguments: [new Timestamp(text, 'DateTime')] } as const;
    expect(messagePackProtocol.encode(message).toString('hex')).toContain(hex);
  });

  it('have an offset as DateTimeOffset', () => {
    expect(frame('DateTimeOffset', '2026-03-02T09:30:00.5Z')).toEqual([[new Date('2026-03-02T09:30:00.5Z'), 0]]);
  });

  it('are text in JSON', () => {
    const message = {
      type: 1,
      target: 'T',
      arguments: [{ at: new Timestamp('2026-03-02T09:30:00.123456Z', 'DateTime') }],
    } as const;
    expect(jsonProtocol.encode(message).toString()).toContain('{"at":"2026-03-02T09:30:00.123456Z"}');
  });
});
