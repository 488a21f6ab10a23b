import { didYouMean, nearMiss, shortened } from '#core/nearest.js';

// "2 for names over 5 letters" counts the letters of the known name: our reading.
// See docs/interface/conventions.md#names-and-unknown-members
it.each<[string, string, string, string | undefined]>([
  ['the name itself', 'WhereClause', 'WhereClause', 'WhereClause'],
  ['another letter case', 'whereCLAUSE', 'WhereClause', 'WhereClause'],
  ['a letter less', 'Pger', 'Pager', 'Pager'],
  ['a letter more', 'Sorrt', 'Sort', 'Sort'],
  ['another letter', 'Sart', 'Sort', 'Sort'],
  ['neighbours swapped', 'Srot', 'Sort', 'Sort'],
  ['distance 2, five letters', 'Paaeer', 'Pager', undefined],
  ['distance 2, six letters', 'Fildes', 'Fields', 'Fields'],
  ['distance 2, letters of another name more', 'Fieldsxy', 'Fields', 'Fields'],
  ['distance 2, a long name for a short known one', 'Sortxy', 'Sort', undefined],
  ['distance 3', 'WhereClaxyz', 'WhereClause', undefined],
  ['nothing alike', 'Colour', 'Fields', undefined],
  ['a name beyond 64 letters', 'WhereClause'.padEnd(65, 'e'), 'WhereClause', undefined],
])('%s: %s is a near miss of %s', (_, name, known, expected) => {
  expect(nearMiss(name, [known])).toBe(expected);
});

it('suggests the nearest name, the first of equals', () => {
  expect(nearMiss('Sorts', ['Parts', 'Sort', 'Sorta'])).toBe('Sort');
  expect(nearMiss('Fieldz', [])).toBeUndefined();
});

it('appends the suggestion, or nothing', () => {
  expect([didYouMean('Nmae', ['Name']), didYouMean('Nix', ['Name'])]).toEqual([" Did you mean 'Name'?", '']);
});

describe('shortened', () => {
  it.each([
    ['\uFEFFName', String.raw`\uFEFFName`],
    ['a\u200Bb', String.raw`a\u200Bb`],
    ['a\u00A0b c', String.raw`a\u00A0b c`],
    ['a\u202Eb', String.raw`a\u202Eb`],
    ['a\tb\n', String.raw`a\u0009b\u000A`],
    ['\u{E0001}', String.raw`\u{E0001}`],
    ['\u3164', String.raw`\u3164`],
    ['Größe 数量 😀', 'Größe 数量 😀'],
    ['x'.repeat(101), `${'x'.repeat(100)}…`],
  ])('shows %j as %s', (text, shown) => expect(shortened(text)).toBe(shown));
});

it('says that a name begins with a byte order mark', () =>
  expect(didYouMean('\uFEFFName', ['Name'])).toBe(' It begins with a byte order mark (U+FEFF); leave that out.'));
