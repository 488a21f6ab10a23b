import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHeadersFile } from '#platform/process/config/headers-file.js';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'headers-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function read(content: string): unknown {
  const path = join(folder, 'headers.json');
  writeFileSync(path, content);
  return readHeadersFile(path);
}

it('reads headers', () => expect(read('{"Authorization": "Bearer a"}')).toEqual({ Authorization: 'Bearer a' }));

it.each(['', '[]', 'null', '{"a b": "c"}', '{"a": 1}', String.raw`{"a": "b\r\nc: d"}`])('refuses %j', (content) => {
  expect(() => read(content)).toThrow('one JSON object');
});
