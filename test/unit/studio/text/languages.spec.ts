import { REASON_CODES, reason, sentence } from '#core/rights/reason.js';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = 'studio/src';
const LANGUAGES = `${SOURCES}/text/languages`;

type Text = string | { readonly one: string; readonly other: string };
type Texts = Readonly<Record<string, Text>>;

const read = (file: string): Texts => JSON.parse(readFileSync(join(LANGUAGES, file), 'utf8')) as Texts;
const english = read('en.json');
const others = readdirSync(LANGUAGES).filter((file) => file !== 'en.json');

const byName = (a: string, b: string): number => (a < b ? -1 : 1);

/** Names of placeholders by the form of a text; a text without forms has the form ''. */
const placeholders = (text: Text): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(typeof text === 'string' ? { '': text } : text).map(([form, words]: [string, string]) => [
      form,
      [...new Set(words.match(/\{\w+\}/g))].toSorted(byName),
    ]),
  );

/** Gives every value of a sentence its own placeholder. */
const ALL_VALUES = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

describe.each(others)('%s', (file) => {
  const texts = read(file);

  it('has the texts of English, in the same order', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english));
  });

  it('has the forms and placeholders of English', () => {
    for (const [name, text] of Object.entries(texts))
      expect([name, placeholders(text)]).toEqual([name, placeholders(english[name])]);
  });
});

it('has its texts sorted by name', () => {
  expect(Object.keys(english)).toEqual(Object.keys(english).toSorted(byName));
});

it('has no text that no source names', () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'));
  const found = (pattern: RegExp): ReadonlySet<string> =>
    new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name]) => name)));
  const quoted = found(/'([\w.]+)'/g);
  // Such as `scope.` of t(`scope.${scope}`).
  const prefixes = found(/[(=,] ?`([\w.]+\.)\$\{/g);
  const isUsed = (name: string): boolean => quoted.has(name) || [...prefixes].some((prefix) => name.startsWith(prefix));
  expect(Object.keys(english).filter((name) => !isUsed(name))).toEqual([]);
});

it.each(REASON_CODES)('says the reason %s of the service with its values alone', (code) => {
  const values = new Set(reason('Rule', '', sentence(code, ALL_VALUES)).Text.match(/\{\w+\}/g));
  const text = english[`reason.${code}`];
  expect(placeholders(text)[''].filter((name) => !values.has(name))).toEqual([]);
});
