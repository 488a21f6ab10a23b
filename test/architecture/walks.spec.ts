import { readFileSync } from 'node:fs';
import { filesIn } from './project-files.js';
import { WalkChecker, walksOf, type WalkNode } from './walks.js';

const PAGE = 'docs/architecture.md';
const page = readFileSync(PAGE, 'utf8');
const sources = filesIn('src');
const walks = walksOf(page);

/** The number that a file declares under a name, alone or in a list of names. */
function constantOf(text: string, name: string): readonly number[] | undefined {
  for (const [, one, several, values] of text.matchAll(
    /^(?:export )?const (?:(\w+)|\[([\w, ]+)\]) = (?:\[|new Backoff\()?([\d_, ]+)[\])]?;/gm,
  )) {
    const numbers = values.split(', ').map((value) => Number(value.replaceAll('_', '')));
    if (one === name) return numbers;
    const place = several?.split(', ').indexOf(name) ?? -1;
    if (place >= 0) return [numbers[place]];
  }
  return undefined;
}

it('draws the ways of an insert, a select, a change and a trigger', () => {
  expect(walks.map(({ title }) => title)).toEqual(['Insert', 'Select', 'Change', 'The way of a trigger']);
  expect(walks.map(({ nodes }) => nodes.length).every((count) => count > 10)).toBe(true);
});

it('draws only files, symbols and uses that exist', () => {
  const checker = new WalkChecker(sources);
  expect(walks.flatMap((walk) => checker.faultsOf(walk))).toEqual([]);
});

const numbersIn = (text: string): readonly number[] =>
  [...text.matchAll(/\d[\d,]*/g)].map(([value]) => Number(value.replaceAll(',', '')));

describe('The clocks of the way of a trigger', () => {
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` +\| (\d[^|]*?) +\| `(src\/[^`]+)` +\|/gm)];
  const texts = new Map(sources.map(({ path, text }) => [path, text]));

  it('are all listed that the picture names', () => {
    const [, picture] = /^## The way of a trigger$.*?```mermaid\n(.*?)```/ms.exec(page)!;
    const named = [...picture.matchAll(/\b[A-Z]+(?:_[A-Z]+)*\b/g)].map(([name]) => name);
    const known = new Set([...rows.map(([, name]) => name), 'TD']);
    expect(new Set(named.filter((name) => !known.has(name) && !name.startsWith('RUN_')))).toEqual(new Set());
  });

  it.each(rows.map(([, name, value, path]) => [name, path, numbersIn(value)] as const))(
    '%s in %s is %j',
    (name, path, values) => {
      expect(constantOf(texts.get(path) ?? '', name)).toEqual(values);
    },
  );
});

it('names every area and every room of the house, and no other', () => {
  const folders = sources.map(({ path }) => path.split('/').slice(1, -1).join('/'));
  const areas = new Set(folders.map((folder) => folder.split('/')[0]).filter(Boolean));
  const rooms = new Set(folders.filter((folder) => folder.includes('/')));
  const named = [...page.matchAll(/^\| `(?:src\/)?([a-z][\w/-]*)` +\|/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual([...areas, ...rooms].toSorted());
});

describe('The reader of pictures', () => {
  it('takes nodes and arrows of both kinds', () => {
    const [walk] = walksOf(
      '## Way\n\n```mermaid\nflowchart TD\n  a["A.go<br/>src/a.ts"]\n  b{{"b<br/>src/b.ts"}}\n  a --> b\n  a -.->|later| b\n```\n',
    );
    expect(walk).toEqual({
      title: 'Way',
      nodes: [
        { id: 'a', symbol: 'A.go', path: 'src/a.ts' },
        { id: 'b', symbol: 'b', path: 'src/b.ts' },
      ],
      edges: [
        { from: 'a', to: 'b', isSolid: true },
        { from: 'a', to: 'b', isSolid: false },
      ],
    });
  });
});

describe('The judge of pictures', () => {
  const checker = new WalkChecker([
    {
      path: 'src/x/a.ts',
      text: "import { b as c, D } from '../y/index.js';\nexport class A { go() { c(); new D().run(); } }",
    },
    { path: 'src/y/index.ts', text: "export { b } from './b.js';\nexport { D } from './d.js';" },
    { path: 'src/y/b.ts', text: 'export const b = () => 1;' },
    { path: 'src/y/d.ts', text: 'export class D { run() {} stop() {} }' },
  ]);
  const nodes = [
    { id: 'a', symbol: 'A.go', path: 'src/x/a.ts' },
    { id: 'b', symbol: 'b', path: 'src/y/b.ts' },
    { id: 'd', symbol: 'D.run', path: 'src/y/d.ts' },
  ];
  const faults = (node: Partial<WalkNode>, edges: readonly (readonly [string, string])[], isSolid = true) =>
    checker.faultsOf({
      title: 'W',
      nodes: nodes.map((each) => (each.id === node.id ? { ...each, ...node } : each)),
      edges: edges.map(([from, to]) => ({ from, to, isSolid })),
    });

  it('accepts uses through doors, in either direction', () => {
    expect(
      faults({}, [
        ['a', 'b'],
        ['d', 'a'],
      ]),
    ).toEqual([]);
  });

  it.each([
    [{ id: 'b', path: 'src/y/gone.ts' }, ['W: node b: there is no file src/y/gone.ts']],
    [{ id: 'b', symbol: 'gone' }, ['W: node b: src/y/b.ts declares no gone']],
    [{ id: 'd', symbol: 'D.gone' }, ['W: node d: D in src/y/d.ts has no gone']],
  ])('names the stale node %j', (node, expected) => {
    expect(
      faults(node, [
        ['a', 'b'],
        ['a', 'd'],
      ]),
    ).toEqual(expected);
  });

  it('names arrows between files that do not use each other, unless they are dotted', () => {
    const expected = ['W: arrow b → d: neither src/y/b.ts uses D.run nor src/y/d.ts uses b'];
    expect([faults({}, [['b', 'd']]), faults({}, [['b', 'd']], false)]).toEqual([expected, []]);
  });

  it('names members that the user never mentions', () => {
    const expected = ['W: arrow a → d: neither src/x/a.ts uses D.stop nor src/y/d.ts uses A.go'];
    expect(faults({ id: 'd', symbol: 'D.stop' }, [['a', 'd']])).toEqual(expected);
  });

  it('names arrows to nodes that are not there', () => {
    expect(faults({}, [['a', 'e']])).toEqual(['W: arrow a → e: e is no node']);
  });
});
