import { filesIn, type ProjectFile } from './project-files.js';
import { methodsNamedRun, repeatedExports } from './names.js';

const sources = filesIn('src').filter(({ path }) => !path.startsWith('src/migrations/'));
/** The SignalR library is self-contained and uses the terms of its protocol. */
const isLibrary = ({ path }: ProjectFile): boolean => path.startsWith('src/signalr/');

it.each([
  ['the service', sources.filter((source) => !isLibrary(source))],
  ['the SignalR library', sources.filter(isLibrary)],
])('gives every exported name of %s one meaning', (_part, files) => {
  expect(repeatedExports(files).map(({ name, paths }) => `${name}: ${paths.join(', ')}`)).toEqual([]);
});

/** Files with what plug-ins implement, whose method the interface names. */
const IMPLEMENTED_BY_OTHERS = new Set(
  ['workflow-action.ts', 'after-commit.ts'].map((name) => `src/automation/coded-actions/${name}`),
);

it('names methods by what they run', () => {
  expect(methodsNamedRun(sources.filter(({ path }) => !IMPLEMENTED_BY_OTHERS.has(path)))).toEqual([]);
});

describe('The finder of names', () => {
  const file = (path: string, text: string) => ({ path, text });

  it.each([
    ['two functions', 'export function shown(): void {}', 'export const shown = () => 1;', ['shown']],
    ['a type and a class', 'export interface Place {}', 'export class Place {}', ['Place']],
    ['two names of one declaration', 'export const a = 1, b = 2;', 'export const b = 3;', ['b']],
    ['a name that is not exported', 'const shown = 1;', 'export const shown = 2;', []],
    ['a re-export', "export { shown } from './a.js';", 'export const shown = 2;', []],
  ])('judges %s', (_case, one, other, names) => {
    const found = repeatedExports([file('src/a.ts', one), file('src/b.ts', other)]);
    expect(found.map(({ name }) => name)).toEqual(names);
  });

  it('takes a type and a value of one name in one file for one thing', () => {
    expect(repeatedExports([file('src/a.ts', 'export interface Sql {}\nexport const Sql = 1;')])).toEqual([]);
  });

  it.each([
    ['class A { run(): void {} }', 1],
    ['interface A { run(): void; }', 1],
    ['class A { run = () => 1; }', 1],
    ['class A { static async run(): Promise<void> {} }', 1],
    ['class A { #run(): void {} }', 1],
    ['export function run(): void {}', 1],
    ['class A { runOnce(): void {} }', 0],
    ['const command = { run: 1 };', 0],
  ])('finds in %j %i methods named run', (text, count) => {
    expect(methodsNamedRun([file('src/a.ts', text)])).toHaveLength(count);
  });
});
