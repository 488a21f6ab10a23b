import { filesIn } from './project-files.js';
import { linesWithoutCode } from './prose.js';

const MAX_LENGTH = 160;
const pages = ['README.md', 'CHANGELOG.md', 'docs'];

/** Tables, comments, a single piece of code and entries with an anchor cannot be broken. */
const isWhole = (line: string): boolean => /^ *(\||<!--|- <a id=)|^`[^`]+`,?$/.test(line);

it('keeps lines of prose short, so that a change of a page is a diff of its sentences', () => {
  const files = filesIn('.').filter(({ path }) => pages.some((root) => path === root || path.startsWith(`${root}/`)));
  const long = files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      linesWithoutCode(text).flatMap((line, i) =>
        line.length > MAX_LENGTH && !isWhole(line) ? [`${path}:${i + 1}`] : [],
      ),
    );
  expect(long).toEqual([]);
});
