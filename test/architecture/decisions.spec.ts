import { readFileSync } from 'node:fs';
import { faultsOf, missingFromIndex, repeatedNumbers, SECTIONS } from './decision-records.js';
import { filesIn } from './project-files.js';

const INDEX = 'docs/decisions/README.md';
const records = filesIn('docs/decisions').filter(({ path }) => path !== INDEX);

it('gives every decision the sections of the template', () => {
  expect(records.length).toBeGreaterThan(50);
  expect(records.flatMap(faultsOf)).toEqual([]);
});

it('gives every number to one decision', () => {
  expect(repeatedNumbers(records)).toEqual([]);
});

it('lists every decision once in the index, by its title', () => {
  expect(missingFromIndex(records, readFileSync(INDEX, 'utf8'))).toEqual([]);
});

describe('A record', () => {
  const text = (sections: readonly string[], date = '2026-01-31', status = 'Accepted.'): string =>
    ['# 0007 A title', ...sections.map((each) => `## ${each}\n\n${{ Status: status, Date: date }[each] ?? 'x'}`)].join(
      '\n\n',
    );
  const reversed = SECTIONS.toReversed();
  const faults = (file: string, content: string) => faultsOf({ path: `folder/${file}`, text: content });

  it('with all sections has no fault', () => {
    expect(faults('0007-a-title.md', text(SECTIONS))).toEqual([]);
  });

  it.each([
    ['capitals and underscores', '0007-A_title.md', text(SECTIONS), ['name']],
    ['the number of another title', '0008-a-title.md', text(SECTIONS), ['title']],
    ['another order', '0007-a-title.md', text(reversed), [`sections ${reversed.join(', ')}`]],
    ['a word for the date', '0007-a-title.md', text(SECTIONS, 'yesterday'), ['date']],
    ['an unknown status', '0007-a-title.md', text(SECTIONS, '2026-01-31', 'Perhaps.'), ['status']],
    ['an empty section', '0007-a-title.md', text(SECTIONS, ''), ['date', 'empty Date']],
  ])('is refused for %s', (_fault, file, content, expected) => {
    expect(faults(file, content)).toEqual(expected.map((each) => `${file}: ${each}`));
  });

  it.each([
    ['by its title', '- [0007](0007-a-title.md) A title', true],
    ['by another title', '- [0007](0007-a-title.md) Another title', false],
    ['twice', '- [0007](0007-a-title.md) A title\n- [0007](0007-a-title.md) A title', false],
    ['not at all', '', false],
  ])('is looked for in the index: %s', (_how, index, isListed) => {
    const record = { path: 'folder/0007-a-title.md', text: text(SECTIONS) };
    expect(missingFromIndex([record], index)).toEqual(isListed ? [] : ['0007-a-title.md']);
  });

  it('shares its number with no other', () => {
    const files = ['0007-a.md', '0008-b.md', '0007-c.md'].map((path) => ({ path: `folder/${path}`, text: '' }));
    expect(repeatedNumbers(files)).toEqual(['0007']);
  });
});
