import ts from 'typescript';
import { filesIn, findings } from './project-files.js';
import { roomCycles } from './rooms.js';
import { nodesOf, parse } from './syntax.js';

/** Roles of files, including those of Nest (guard, filter, adapter) and readers of the change log. */
const ROLES =
  'module controller gateway dto docs service sql repository hook handler errors guard filter adapter reader entity';
const NAME = new RegExp(`^[a-z0-9]+(-[a-z0-9]+)*(\\.(${ROLES.replaceAll(' ', '|')}))?\\.ts$`);
const VAGUE = /^(utils?|helpers?|common|shared|misc|types|constants|base)\b/;

const sources = filesIn('src');
const paths = sources.map(({ path }) => path);

it('keeps source files at src/<area>/<room>/<file>, one level deeper in cores and in platform', () => {
  const depth = (path: string): number => (/^src\/(platform|[^/]+\/core)\//.test(path) ? 5 : 4);
  expect(paths.filter((path) => path.split('/').length > depth(path))).toEqual([]);
});

it('has one door and one Nest module in each capability', () => {
  const hasDoors = (path: string): boolean => !/^src\/(signalr|migrations|platform)\//.test(path);
  const doors = paths.filter((path) => path.endsWith('/index.ts') && hasDoors(path));
  const areas = doors.map((path) => path.split('/')[1]);
  expect(doors).toEqual(areas.map((area) => `src/${area}/index.ts`));
  const modules = paths.filter((path) => areas.includes(path.split('/')[1]) && path.endsWith('.module.ts'));
  expect(modules.toSorted()).toEqual(areas.map((area) => `src/${area}/${area}.module.ts`).toSorted());
});

it('lets rooms use each other in one direction', () => {
  expect(roomCycles(sources)).toEqual([]);
});

it('names files by a noun or verb phrase and at most one role', () => {
  expect(paths.filter((path) => !NAME.test(path.split('/').at(-1)!))).toEqual([]);
});

it('has no folders or files for miscellaneous code', () => {
  expect(paths.filter((path) => path.split('/').some((part) => VAGUE.test(part)))).toEqual([]);
});

it('passes at most five values to a function; constructors may take seven', () => {
  const long = sources.flatMap((file) =>
    nodesOf(parse(file))
      .filter((node) => ts.isFunctionLike(node) && !ts.isConstructorDeclaration(node) && node.parameters.length > 5)
      .map((node) => `${file.path}: ${node.getText().split('\n')[0]}`),
  );
  expect(long).toEqual([]);
});

it('climbs through folders in the SignalR library only', () => {
  const climbing = sources.filter(({ path }) => !path.startsWith('src/signalr/'));
  expect(findings(climbing, /(from|import\() ?'\.\.\/.*/g)).toEqual([]);
});

it('uses named exports only in every index.ts', () => {
  expect(findings(sources, /^export \* .*$/gm)).toEqual([]);
});

it('contains no disabled checks and no deferred work', () => {
  const leftOver =
    /(oxlint|eslint|prettier)-(disable|ignore)\S*|@ts-\w+|\bTO[D]O\b|\bFIX[M]E\b|\b(it|describe)\.(skip|only)\(/g;
  expect(findings([...sources, ...filesIn('test')], leftOver)).toEqual([]);
});

describe('The search for cycles of rooms', () => {
  const file = (path: string, text: string) => ({ path, text });

  it('finds none where rooms use each other in one direction', () => {
    const files = [
      file('src/x/a/one.ts', "import { two } from '#x/b/two.js';\nimport { own } from './own.js';"),
      file('src/x/a/own.ts', ''),
      file('src/x/b/two.ts', ''),
    ];
    expect(roomCycles(files)).toEqual([]);
  });

  it('names the imports that close a cycle, of types and values', () => {
    const files = [
      file('src/x/a/one.ts', "import type { Two } from '#x/b/two.js';"),
      file('src/x/b/two.ts', "export { three } from '../c/three.js';"),
      file('src/x/c/three.ts', "const late = import('#x/a/one.js');"),
      file('src/x/d/four.ts', "import { three } from '#x/c/three.js';"),
    ];
    expect(roomCycles(files)).toEqual([
      'src/x/a/one.ts → src/x/b/two.ts',
      'src/x/b/two.ts → src/x/c/three.ts',
      'src/x/c/three.ts → src/x/a/one.ts',
    ]);
  });
});
