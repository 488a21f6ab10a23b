import { Frames } from '#signalr/transports/frames.js';

const bytes = (length: number): Buffer => Buffer.alloc(length, 'x');

it.each([
  [0, '8100'],
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('puts the header before a payload of %i bytes: %s', (length, header) => {
  const frame = new Frames().of([bytes(length)], 'Text');
  expect(frame.subarray(0, header.length / 2).toString('hex')).toBe(header);
  expect(frame.subarray(header.length / 2)).toEqual(bytes(length));
});

it('builds one frame of several pieces, binary ones marked as such', () => {
  expect(new Frames().of([Buffer.from('ab'), Buffer.from('c')], 'Binary').toString('hex')).toBe('8203616263');
});

it('builds a frame once for consecutive equal recipients', () => {
  const [frames, a, b] = [new Frames(), Buffer.from('a'), Buffer.from('b')];
  const frame = frames.of([a, b], 'Text');
  expect(frames.of([a, b], 'Text')).toBe(frame);
  for (const other of [[a], [a, a], [b, a], [a, b, b]])
    expect(frames.of(other, 'Text').subarray(2)).toEqual(Buffer.concat(other));
  expect(frames.of([a, b], 'Text')).toEqual(frame);
  expect(frames.of([a, b], 'Binary')[0]).toBe(0x82);
});
