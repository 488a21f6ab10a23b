import { forbiddenWords, headlessComments, outsideCitations, unknownDecisions } from './citations.js';
import { LinkChecker } from './links.js';
import { filesIn, type ProjectFile } from './project-files.js';
import { passagesOf } from './prose.js';

/** Files and folders whose links, paths, citations and words are checked. */
const ROOTS = ['README.md', 'CHANGELOG.md', 'docs', 'samples', 'src', 'studio', 'test'];
/** Made of faults. */
const EXEMPT = new Set(['test/architecture/find-citations.spec.ts']);
/** Paths that pages use as examples of what a reader adds. */
const EXAMPLES = new Set(['src/hooks/credit-policy.hook.ts']);

const files = filesIn('.');
const isIn =
  (roots: readonly string[]) =>
  ({ path }: ProjectFile): boolean =>
    !EXEMPT.has(path) && roots.some((root) => path === root || path.startsWith(`${root}/`));
const citing = files.filter(isIn(ROOTS));
const pages = citing.filter(({ path }) => path.endsWith('.md'));
const passages = citing.flatMap(passagesOf);
const links = new LinkChecker(files);

it('checks roots that exist', () => {
  expect(ROOTS.filter((root) => !files.some(isIn([root])))).toEqual([]);
});

it('links only to pages and headings that exist', () => {
  expect(pages.flatMap((page) => links.brokenLinks(page))).toEqual([]);
});

it('mentions only pages and headings that exist', () => {
  expect(citing.flatMap((file) => links.brokenMentions(file))).toEqual([]);
});

it('names only files and folders that exist', () => {
  expect(pages.flatMap((page) => links.missingPaths(page, EXAMPLES))).toEqual([]);
});

it('cites nothing outside the project', () => {
  expect(outsideCitations(passages)).toEqual([]);
});

it('cites only decisions that exist', () => {
  const numbers = files.flatMap(({ path }) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []);
  expect(unknownDecisions(passages, new Set(numbers))).toEqual([]);
});

it('uses the terms of the field', () => {
  expect(forbiddenWords(passages)).toEqual([]);
});

it('begins doc comments with a verb or a noun', () => {
  expect(headlessComments(passages)).toEqual([]);
});
