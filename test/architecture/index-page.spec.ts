import { readdirSync, readFileSync } from 'node:fs';

const INDEX = readFileSync('docs/README.md', 'utf8');
const KINDS = ['Tutorials', 'How-tos', 'Reference', 'Explanation'];

/** The part of the index that lists pages by need. */
const byNeed = INDEX.slice(INDEX.indexOf(`## ${KINDS[0]}`));

describe('docs/README.md', () => {
  it('lists every page by what a reader needs', () => {
    const pages = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md');
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.filter((page) => !byNeed.includes(`](${page})`))).toEqual([]);
  });

  it('divides them into tutorials, how-tos, reference and explanation', () => {
    expect([...byNeed.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(KINDS);
  });

  it('says what each page is for', () => {
    const entries = byNeed.split('\n- ').slice(1);
    expect(entries.filter((entry) => !/^\[[^\]]+\]\([^)]+\): \S/.test(entry))).toEqual([]);
  });
});
