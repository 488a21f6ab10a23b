import english from './languages/en.json';

/** Texts of the studio by their names; those with a count have a form for `one` and for `other`. */
type Texts = typeof english;
export type TextName = keyof Texts;

const OTHERS = import.meta.glob<{ readonly default: Partial<Texts> }>(['./languages/*.json', '!./languages/en.json']);

let texts: Texts = english;
let language = 'en';

const primary = (tag: string): string => tag.split('-')[0].toLowerCase();
const fileOf = (tag: string): string => `./languages/${primary(tag)}.json`;

/** False also for what is no tag of a language. */
function isKnown(tag: string): boolean {
  if (primary(tag) !== 'en' && !(fileOf(tag) in OTHERS)) return false;
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/**
 * Chooses the first language that has a file in `languages`; English where none has one.
 * @param tags such as `de-AT`, the preferred one first; their regions decide how numbers and dates are written
 */
export const knownLanguage = (tags: readonly string[]): string => tags.find(isKnown) ?? 'en';

/** Loads the texts of the language that `knownLanguage` chooses; texts that its file lacks are English. */
export async function loadLanguage(tags: readonly string[]): Promise<void> {
  const tag = knownLanguage(tags);
  // Requests that are sent while the texts are loading ask for labels in it.
  language = tag;
  const file = await OTHERS[fileOf(tag)]?.();
  texts = { ...english, ...file?.default };
  document.documentElement.lang = tag;
}

/** Tag of the language in use, for numbers and dates too. */
export const currentLanguage = (): string => language;

/** @param values by the names in braces; `count` chooses the form */
export function t(name: TextName, values: Readonly<Record<string, string | number>> = {}): string {
  const text = texts[name];
  const form = typeof text === 'string' ? text : text[pluralForm(Number(values.count))];
  return form.replaceAll(/\{(\w+)\}/g, (whole, key: string) => shown(values[key]) ?? whole);
}

/** A text whose name is data; undefined where there is none. */
export const knownText = (name: string, values?: Parameters<typeof t>[1]): string | undefined =>
  Object.hasOwn(texts, name) ? t(name as TextName, values) : undefined;

const pluralForm = (count: number): 'one' | 'other' =>
  new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other';

const shown = (value: string | number | undefined): string | undefined =>
  typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
