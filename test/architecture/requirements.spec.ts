import { readFileSync, writeFileSync } from 'node:fs';
import { allTags, page, sections } from '../requirements/page.js';

const PAGE = 'docs/requirements.md';
const tags = allTags();
const requirements = sections().flatMap((section) => section.requirements);
const tagged = new Set(tags.flatMap(({ ids }) => ids));

it('docs/requirements.md equals what DOCS=update npm test -- test/architecture/requirements writes', () => {
  const text = page(tags);
  if (process.env.DOCS === 'update') writeFileSync(PAGE, text);
  expect(readFileSync(PAGE, 'utf8')).toBe(text);
});

it('lists each requirement once', () => {
  const ids = requirements.map(({ id }) => id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

it('lists every requirement that a test names', () => {
  const listed = new Set(requirements.map(({ id }) => id));
  expect([...tagged].filter((id) => !listed.has(id))).toEqual([]);
});

it('has a test for every requirement without a remark', () => {
  expect(requirements.filter(({ id, remark }) => !remark && !tagged.has(id)).map(({ id }) => id)).toEqual([]);
});
