import fc from 'fast-check';
import { binaryRecord, BinaryRecordReader } from '#signalr/protocol/binary-records.js';
import { ProtocolError } from '#signalr/protocol/protocol-error.js';
import { textRecord, TextRecordReader } from '#signalr/protocol/text-records.js';

const LIMIT = 300;

/** Bytes cut into pieces of the given sizes. */
function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const size of sizes) pieces.push(bytes.subarray(at, (at += size)));
  return [...pieces, bytes.subarray(at)];
}

const sizes = fc.array(fc.nat(200));

it('splits text records, however they are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 40 }).filter((text) => !text.includes('\u001e'))),
      sizes,
      (texts, at) => {
        const reader = new TextRecordReader(LIMIT);
        const read = cut(Buffer.concat(texts.map(textRecord)), at).flatMap((piece) => [...reader.push(piece)]);
        expect(read.map(String)).toEqual(texts);
      },
    ),
  );
});

it('splits binary records, however they are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: LIMIT })), sizes, (bodies, at) => {
      const reader = new BinaryRecordReader(LIMIT);
      const read = cut(Buffer.concat(bodies.map(binaryRecord)), at).flatMap((piece) => [...reader.push(piece)]);
      expect(read.map((each) => [...each])).toEqual(bodies.map((each) => [...each]));
    }),
  );
});

it.each([
  [0, '00'],
  [1, '01'],
  [127, '7f'],
  [128, '8001'],
  [300, 'ac02'],
])('starts a body of %i bytes with %s', (length, prefix) => {
  expect(binaryRecord(Buffer.alloc(length)).toString('hex').slice(0, prefix.length)).toBe(prefix);
});

it.each<[what: string, push: () => unknown]>([
  ['a text record above the limit', () => new TextRecordReader(4).push(Buffer.from('12345\u001e'))],
  ['one without end', () => new TextRecordReader(4).push(Buffer.from('12345'))],
  ['a binary record above the limit', () => new BinaryRecordReader(4).push(Buffer.from([5]))],
  ['a length above 2 GB', () => new BinaryRecordReader(4).push(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x08]))],
  ['a length of six bytes', () => new BinaryRecordReader(4).push(Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80, 0]))],
])('fails on %s as soon as it is certain', (_, push) => {
  expect(push).toThrow(ProtocolError);
});

it('leaves what follows the first record', () => {
  const reader = new TextRecordReader(LIMIT);
  expect(reader.pushFirst(Buffer.from('{"a'))).toBeUndefined();
  const first = reader.pushFirst(Buffer.from('"}\u001e\u0002\u001e'))!;
  expect([first.bytes.toString(), first.rest.toString()]).toEqual(['{"a"}', '\u0002\u001e']);
});
