import { allTags, page, sections } from '../requirements/page.js';

const tags = allTags();
const requirements = sections().flatMap((section) => section.requirements);
const tagged = new Set(tags.flatMap(({ ids }) => ids));

it('prints each requirement with its tests', () => {
  const text = page(tags);
  expect(requirements.filter(({ id, statement }) => !text.includes(`### ${id}\n\n${statement}\n`))).toEqual([]);
  expect(tags.filter(({ file, title }) => !text.includes(`- \`${file}\`: \`${title}\``))).toEqual([]);
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
