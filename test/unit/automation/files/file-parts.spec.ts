import { fileParts } from '#automation/files/run-file.repository.js';

async function* chunks(...sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (const size of sizes) yield await Promise.resolve(Buffer.alloc(size, String(size)));
}

it.each([
  [[], []],
  [[0], []],
  [[4], [4]],
  [[10], [4, 4, 2]],
  [
    [1, 1, 1, 1, 1],
    [4, 1],
  ],
  [
    [3, 3, 3],
    [4, 4, 1],
  ],
  [
    [8, 1],
    [4, 4, 1],
  ],
])('divides chunks of %j bytes', async (sizes, expected) => {
  const parts: Buffer[] = [];
  for await (const part of fileParts(chunks(...sizes), 4)) parts.push(part);
  expect(parts.map(({ length }) => length)).toEqual(expected);
  const whole: Buffer[] = [];
  for await (const chunk of chunks(...sizes)) whole.push(chunk);
  expect(Buffer.concat(parts)).toEqual(Buffer.concat(whole));
});
