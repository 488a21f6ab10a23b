import { forbiddenWords, headlessComments, outsideCitations, unknownDecisions } from './citations.js';
import { FORBIDDEN_WORDS } from './forbidden-words.js';
import { anchorsOf, LinkChecker, slugOf } from './links.js';
import { passagesOf } from './prose.js';

const page = (text: string, path = 'docs/x.md') => ({ path, text });
const source = (text: string) => passagesOf({ path: 'src/x.ts', text });

describe('Anchors', () => {
  it.each([
    ['Reporting a vulnerability', 'reporting-a-vulnerability'],
    ['Versions and `If-Match`', 'versions-and-if-match'],
    ['POST /records/restore, POST /records/purge', 'post-recordsrestore-post-recordspurge'],
    ['RowVersion – what counts?', 'rowversion--what-counts'],
    ['Größe_2', 'größe_2'],
    ['[Linked](other.md) heading', 'linked-heading'],
  ])('turn %j into %j', (heading, slug) => {
    expect(slugOf(heading)).toBe(slug);
  });

  it('number repeated headings and skip code blocks', () => {
    const anchors = anchorsOf('# One\n\n```sh\n# no heading\n```\n\n## One\n\n<a id="two"></a>\n');
    expect([...anchors]).toEqual(['one', 'one-1', 'two']);
  });
});

describe('Links', () => {
  const target = page('# Start\n', 'docs/a.md');
  const checker = new LinkChecker([
    target,
    page('', 'README.md'),
    page('', 'src/core/errors.ts'),
    page('', 'test/e2e/x/y.e2e-spec.ts'),
  ]);

  it.each([
    ['[a](a.md#start) [r](../README.md) [web](https://x.example/y.md) `[no](link.md)`', []],
    ['[a](b.md)', ['docs/x.md:1: b.md']],
    ['fine\n[a](a.md#end)', ['docs/x.md:2: a.md#end']],
    ['# Here\n[a](#here) [b](#there)', ['docs/x.md:2: #there']],
  ])('of %j that lead nowhere are %j', (text, broken) => {
    expect(checker.brokenLinks(page(text))).toEqual(broken);
  });

  it('finds mentions of pages and anchors that do not exist', () => {
    const text = '// docs/a.md#start, docs/a.md#end\n// see docs/gone.md and README.md';
    expect(checker.brokenMentions(page(text, 'src/x.ts'))).toEqual([
      'src/x.ts:1: docs/a.md#end',
      'src/x.ts:2: docs/gone.md',
    ]);
  });

  it('finds paths that do not exist, but for examples', () => {
    const text = '`src/core/errors.ts`, `src/core/`, `test/e2e/x/y`, `src/gone.ts`, `src/own/hook.ts`, `src/<room>`';
    expect(checker.missingPaths(page(text), new Set(['src/own/hook.ts']))).toEqual(['docs/x.md:1: src/gone.ts']);
  });
});

describe('Citations', () => {
  it.each([
    ['/** Reads keys (RFC 7517 §4). */', []],
    ['// Requirement: R206, T12–T14', []],
    ['// Reads `R206` and the like.', []],
    ['// as R206 says', ['R206']],
    ['/** See contract §4.1. */', ['contract', '§4.1']],
    ['// The interface document says so.', ['The interface document']],
    ["it('refuses a stale version (T12)', () => {});", ['T12']],
    ["const day = 'T1'; // at T00:00", []],
    ['// see requirements.md', ['requirements.md']],
    ['// see docs/requirements.md', []],
  ])('%s has %j', (text, found) => {
    expect(outsideCitations(source(text)).map((each) => each.replace('src/x.ts:1: ', ''))).toEqual(found);
  });

  it('finds numbers of decisions that do not exist', () => {
    const text = '// decision 60, docs/decisions/0085 and decision 9999';
    expect(unknownDecisions(source(text), new Set(['0060', '0085']))).toEqual(['src/x.ts:1: decision 9999']);
  });
});

describe('Prose', () => {
  it('is comments and titles, not code', () => {
    const text = "/** Doc. */\nconst his = 'https://told.example'; // note\nit.each([])('title %s', () => {});";
    expect(source(text).map(({ line, text: found, isDoc }) => [line, found.trim(), isDoc])).toEqual([
      [1, 'Doc.', true],
      [2, 'note', false],
      [3, 'title %s', false],
    ]);
  });

  it('of a page leaves out code and targets of links', () => {
    const found = passagesOf(page('A `his` [b](his.md)\n\n```\nhis\n```\nlast'));
    expect(found.map(({ line, text }) => [line, text])).toEqual([
      [1, 'A `` [b]'],
      [6, 'last'],
    ]);
  });

  it.each([
    ['// The user and his team', ['his']],
    ['// They are told later', ['told']],
    ['// Waits so long', ['so long']],
    ['// A string of this chain', []],
  ])('%s has the forbidden words %j', (text, words) => {
    expect(forbiddenWords(source(text)).map((each) => /: (.*) – say/.exec(each)?.[1])).toEqual(words);
  });

  it('has a term in the place of each forbidden word', () => {
    expect(FORBIDDEN_WORDS.filter(({ say }) => say === '')).toEqual([]);
  });

  it.each([
    ['/** Whether it is closed. */', 1],
    ['/** Closes it. */', 0],
    ['// What follows is no doc comment.', 0],
  ])('%s has %i headless openings', (text, count) => {
    expect(headlessComments(source(text))).toHaveLength(count);
  });
});
