import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFiles, writeFiles } from '#command/definition-files.js';

const DOCUMENT = { FormatVersion: '1', Roles: [{ Name: 'Reader' }, { Name: '../../Writer' }] };

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'files-'))));
afterEach(() => rm(folder, { recursive: true }));

it('reads what it has written, and keeps the names of definitions inside the folder', async () => {
  await writeFiles(folder, DOCUMENT);
  expect((await readdir(folder)).toSorted()).toEqual(['Roles', 'environment.json']);
  const { document, places } = await readFiles(folder);
  expect(document).toEqual({ FormatVersion: '1', Roles: expect.arrayContaining(DOCUMENT.Roles) });
  expect(places.size).toBe(2);
});

it('does not read a folder whose export was cut off', async () => {
  await writeFiles(folder, DOCUMENT);
  await rm(join(folder, 'Roles'), { recursive: true });
  // The export of the next version ends here, at a file where it needs a folder.
  await writeFile(join(folder, 'Roles'), '');
  await expect(writeFiles(folder, DOCUMENT)).rejects.toThrow('EEXIST');
  await expect(readFiles(folder)).rejects.toThrow(`${folder} has no environment.json`);
});

it('reads folders of other names as members, which the reader of documents judges', async () => {
  await writeFiles(folder, DOCUMENT);
  await mkdir(join(folder, 'Rolls'));
  await mkdir(join(folder, '.git'));
  for (const name of ['Rolls', '.git']) await writeFile(join(folder, name, 'A.json'), '{}');
  expect(Object.keys((await readFiles(folder)).document as object)).toEqual(['FormatVersion', 'Roles', 'Rolls']);
});

it.each([
  ['an array', '[]', 'must hold an object'],
  ['definitions, which have files of their own', '{"Roles": []}', 'must not hold Roles'],
  ['text that is cut off', '{"FormatVersion": 1', 'environment.json: '],
])('does not read an environment.json with %s', async (_, text, message) => {
  await writeFiles(folder, DOCUMENT);
  await writeFile(join(folder, 'environment.json'), text);
  await expect(readFiles(folder)).rejects.toThrow(message);
});
