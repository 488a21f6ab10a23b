import { acceptedLanguages, isLanguageTag, languageTagProblem, lookupTags } from '#core/values/language-tag.js';

it.each(['de', 'DE', 'pt-BR', 'zh-Hant-TW', 'sl-rozaj-biske', 'de-CH-1996', 'es-419', 'en-u-ca-buddhist', 'x-house'])(
  'takes the language tag %s',
  (tag) => expect(isLanguageTag(tag)).toBe(true),
);

it.each(['', 'd', 'de_DE', 'de-', '-de', 'german language', 'de-a', 'ü', `de${'-abcde'.repeat(7)}`])(
  'refuses the language tag %j',
  (tag) => expect(isLanguageTag(tag)).toBe(false),
);

it('suggests a hyphen', () => {
  expect(languageTagProblem('pt_BR')).toContain("Did you mean 'pt-BR'?");
  expect(languageTagProblem('a b')).not.toContain('Did you mean');
});

it.each([
  ['de', ['de']],
  ['en-US,en;q=0.9,de;q=0.8', ['en-us', 'en', 'de']],
  ['de;q=0.1, fr ; q=1.000', ['fr', 'de']],
  ['*, de;q=0', []],
  ['de;q=2, ;;, a_b, en', ['en']],
])('reads Accept-Language %j', (header, languages) => expect(acceptedLanguages(header)).toEqual(languages));

it('reads 20 ranges of a header', () => {
  expect(acceptedLanguages('de,'.repeat(30))).toHaveLength(20);
});

it('looks a range up with fewer and fewer subtags', () => {
  expect(lookupTags('zh-hant-tw')).toEqual(['zh-hant-tw', 'zh-hant', 'zh']);
});
