import { FORBIDDEN_WORDS, HEADLESS } from './forbidden-words.js';
import type { Finding } from './links.js';
import type { Passage } from './prose.js';

/** Ids of requirements and attacks; zero-led numbers are times such as T00:00. */
const ID = /\b[RTFPSA][1-9]\d{0,2}\b/g;
const TAG = /^ *Requirement: [A-Z]\d{1,3}(?:(?:, |–)[A-Z]\d{1,3})* *$/;
/** A section of a standard may be cited: `RFC 7517 §4`. */
const STANDARD = /\bRFC \d+,? §\d+(?:\.\d+)*/g;
/** Key that edits a cell of a grid. */
const KEY = /\bF2\b/g;

const OUTSIDE = [
  { pattern: /\bcontract\b/gi, what: 'contract' },
  { pattern: /§ ?\d+(?:\.\d+)*/g, what: 'section' },
  { pattern: /\b(?:the )?interface document\b/gi, what: 'interface document' },
  { pattern: /(?<!docs\/)\brequirements\.md\b/g, what: 'page' },
  { pattern: /\b(?:architecture|design) (?:page|document)\b/gi, what: 'page' },
];

/** Mentions of documents that are not in the project. Requirement ids may stand in tags above tests. */
export function outsideCitations(passages: readonly Passage[]): readonly Finding[] {
  return passages.flatMap((passage) => {
    if (TAG.test(passage.text)) return [];
    const text = passage.text.replaceAll(STANDARD, '').replaceAll(KEY, '');
    const named = OUTSIDE.flatMap(({ pattern }) => [...text.matchAll(pattern)]);
    return [...named, ...text.matchAll(ID)].map(([found]) => at(passage, found));
  });
}

/** Decisions cited by a number that no record has. */
export function unknownDecisions(passages: readonly Passage[], numbers: ReadonlySet<string>): readonly Finding[] {
  return passages.flatMap((passage) =>
    [...passage.text.matchAll(/\bdecisions?[ /](\d{1,4})\b/gi)]
      .filter(([, number]) => !numbers.has(number.padStart(4, '0')))
      .map(([found]) => at(passage, found)),
  );
}

/** Words with a better term, each with the term. */
export function forbiddenWords(passages: readonly Passage[]): readonly Finding[] {
  return passages.flatMap((passage) =>
    FORBIDDEN_WORDS.flatMap(({ pattern, say }) =>
      [...passage.text.matchAll(pattern)].map(([found]) => `${at(passage, found)} – say: ${say}`),
    ),
  );
}

/** Doc comments that begin with neither a verb nor a noun. */
export function headlessComments(passages: readonly Passage[]): readonly Finding[] {
  return passages
    .filter(({ isDoc, text }) => isDoc && HEADLESS.test(text.trim()))
    .map((passage) => at(passage, passage.text.trim().slice(0, 60)));
}

const at = ({ path, line }: Passage, found: string): Finding => `${path}:${line}: ${found}`;
