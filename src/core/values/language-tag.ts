import { shortened } from '#core/nearest.js';

/** Longest language tag (RFC 4646, section 4.3.1, has 35 characters for it). */
const MAX_LENGTH = 35;

/** Well-formed tags of RFC 5646, section 2.1, without those of its appendix that follow no rule. */
const TAG = new RegExp(
  [
    '^(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})', // language
    '(?:-[a-z]{4})?', // script
    '(?:-(?:[a-z]{2}|[0-9]{3}))?', // region
    '(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*', // variants
    '(?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*', // extensions
    '(?:-x(?:-[a-z0-9]{1,8})+)?$|^x(?:-[a-z0-9]{1,8})+$', // private use
  ].join(''),
  'i',
);

/** Tells whether a text is a well-formed language tag, in any letter case. */
export const isLanguageTag = (text: string): boolean => text.length <= MAX_LENGTH && TAG.test(text);

/** Returns why a text is no language tag, as a sentence; `undefined` for a tag. */
export function languageTagProblem(text: string): string | undefined {
  if (isLanguageTag(text)) return undefined;
  const other = text.replaceAll('_', '-');
  const hint = other !== text && isLanguageTag(other) ? ` Did you mean '${other}'?` : '';
  return `'${shortened(text)}' is not a language tag such as de or pt-BR.${hint}`;
}

/** Most ranges of a header that count. */
const MAX_RANGES = 20;

const RANGE = /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/**
 * Reads `Accept-Language` (RFC 9110, section 12.5.4): the ranges in lower case, the preferred ones first. Leaves out `*`,
 * ranges of weight 0 and what is malformed.
 */
export function acceptedLanguages(header: string): readonly string[] {
  const ranges = header.split(',', MAX_RANGES).flatMap((each) => {
    const [, range, weight = '1'] = RANGE.exec(each) ?? [];
    return range === undefined || Number(weight) === 0 ? [] : [{ range: range.toLowerCase(), weight: Number(weight) }];
  });
  return ranges.toSorted((a, b) => b.weight - a.weight).map(({ range }) => range);
}

/** The tags by which a range is looked up, each shorter than the one before: `de-ch`, `de` (RFC 4647, section 3.4). */
export function lookupTags(range: string): readonly string[] {
  const subtags = range.split('-');
  return subtags.map((_, i) => subtags.slice(0, subtags.length - i).join('-'));
}
