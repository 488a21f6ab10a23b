import { readdirSync, readFileSync } from 'node:fs';
import { REFERENCE } from '../e2e/demo/docs/http-pages.js';
import { ANCHORS_OF_ONE_PAGE } from './interface-anchors.js';
import { anchorsOf, slugOf } from './links.js';
import { filesIn } from './project-files.js';
import { linesWithoutCode } from './prose.js';

const INDEX = 'docs/interface.md';
const index = readFileSync(INDEX, 'utf8');

/** An entry with an anchor, which leads to the heading of that name. */
const entryOf = (page: string, title: string): string => {
  const anchor = slugOf(title);
  return `- <a id="${anchor}"></a>[${title}](${page}#${anchor})`;
};

/** Headings of a page with their level. */
const headingsOf = (path: string): readonly { readonly level: number; readonly title: string }[] =>
  linesWithoutCode(readFileSync(path, 'utf8')).flatMap((line) => {
    const [, marks, title] = /^(#+) (.+)$/.exec(line) ?? [];
    return marks === undefined ? [] : [{ level: marks.length, title }];
  });

describe('docs/interface.md', () => {
  it('has a section for every page of docs/interface, in the order in which their examples are sent', () => {
    const sections = REFERENCE.map((path) => `## ${headingsOf(path)[0].title}\n\n[${path.replace(/.*\//, '')}](`);
    const places = sections.map((section) => index.indexOf(section));
    expect(sections.filter((_, i) => places[i] === -1)).toEqual([]);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(readdirSync('docs/interface').map((name) => `docs/interface/${name}`)).toEqual(REFERENCE.toSorted());
  });

  it('leads to every heading of these pages, in their order', () => {
    const entries = REFERENCE.flatMap((path) =>
      headingsOf(path)
        .filter(({ level }) => level > 1)
        .map(({ level, title }) => '  '.repeat(level - 2) + entryOf(path.replace('docs/', ''), title)),
    );
    expect(index.split('\n').filter((line) => line.includes('<a id='))).toEqual(entries);
  });

  it('keeps the anchors that it had when it was one page', () => {
    const anchors = anchorsOf(index);
    expect(ANCHORS_OF_ONE_PAGE).toHaveLength(121);
    expect(ANCHORS_OF_ONE_PAGE.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  });

  it('is not where the project itself looks up a section', () => {
    const files = filesIn('.').filter(({ path }) => /\.(ts|js|md|json)$/.test(path));
    const linking = files.filter(({ text }) => /\binterface\.md#[a-z]/.test(text)).map(({ path }) => path);
    expect(linking).toEqual([]);
  });
});
