import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { declaredStatements, declaredTexts } from './statements/declared.js';
import { layout } from './statements/layout.js';
import { platformStatements } from './statements/platform.js';
import { readStatements } from './statements/reads.js';
import type { Rooms, Statements } from './statements/sql-of.js';
import { writeStatements } from './statements/writes.js';

/** One file of each room that owns statements. `UPDATE_STATEMENTS=1` writes them anew: read what has changed. */
const FOLDER = 'test/statements';

const merged = (...all: readonly Rooms[]): Rooms =>
  Object.fromEntries(
    [...new Set(all.flatMap(Object.keys))].map((room) => [
      room,
      Object.assign({}, ...all.map((each) => each[room])) as Statements,
    ]),
  );

const fileOf = (statements: Statements): string =>
  Object.entries(statements)
    .map(([name, text]) => `-- ${name}\n${layout(text)};\n`)
    .join('\n');

const declared = await declaredStatements();
const rooms = merged(readStatements(), writeStatements(), platformStatements(), declaredTexts(declared));
const files = Object.entries(rooms).map(([room, statements]) => [`${FOLDER}/${room}.sql`, fileOf(statements)] as const);

beforeAll(() => {
  if (!process.env.UPDATE_STATEMENTS) return;
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [path, text] of files) writeFileSync(path, text);
});

it.each(files)('compiles the statements of %s', (path, text) => {
  expect(text).toBe(existsSync(path) ? readFileSync(path, 'utf8') : '');
});

it('has a room for each of these files', () => {
  expect(readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`)).toEqual(files.map(([path]) => path).toSorted());
});

const QUOTED = /('(?:[^'\\]|''|\\[\s\S])*'|"(?:[^"]|"")*")/;
it('gives each declared statement a word of its own, which begins its key', () => {
  const names = declared.map(([, { name }]) => name);
  expect(names.filter((name, i) => !/^[a-z][A-Za-z]+$/.test(name) || names.indexOf(name) !== i)).toEqual([]);
});

/** Text without the white space outside of quotes, by which a layout may differ. */
const squeezed = (text: string): string =>
  text
    .split(QUOTED)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll(/\s+/g, '')))
    .join('');

it('lays out all of a statement, and changes only white space', () => {
  const texts = Object.values(rooms).flatMap((statements) => Object.values(statements));
  for (const text of texts) expect(squeezed(layout(text))).toBe(squeezed(text));
});
