import type { Answer, Caller, Row } from '../../support/test-app.js';

/** Names that paths, documents, programs or objects of JavaScript give a meaning, or cannot hold. */
const OF_PROGRAMS =
  '. .. a/b a\\b %2e%2e %zz a?b#c {{Record.Id}} ${7*7} %s%n __proto__ hasOwnProperty $ref § a-b CON'.split(' ');
/** Names with marks of texts, metrics, logs and mail. */
const OF_TEXTS = [
  `"quoted' \``,
  'line\nbreak',
  'a b',
  ' ',
  '"} 1\n# HELP x y',
  "<b>&amp;</b>'--;",
  '=?utf-8?q?x?=',
  'x'.repeat(190),
];
/** Names with characters that nobody sees. */
export const INVISIBLE: readonly string[] = [
  '\ufeffbom',
  'zero\u200bwidth',
  'fdp\u202etxt',
  'a\r\n\tb',
  'a\u2028b\u00a0c',
  '\u001b[31mred',
];
/** Texts that the database cannot store. */
const UNSTORED = ['\u0000', '\ud800'];
const OF_LANGUAGES = ['Größe 日本 🚀', '👩\u200d👩\u200d👧', 'e\u0301', 'İstanbul ſ'];

/** Names that something in a route, document, file or client gives a meaning. */
export const NAMES: readonly string[] = [...OF_PROGRAMS, ...OF_TEXTS, ...INVISIBLE, ...UNSTORED, ...OF_LANGUAGES];

/** Names for what takes letters and digits only. */
export const WORDS: readonly string[] = [
  '__proto__',
  'hasOwnProperty',
  'HasOwnProperty',
  '$ref',
  'a-b',
  'Größe',
  'Constructor',
];

/** Kind of definition that has a name. */
export interface Kind {
  /** By default all names. */
  readonly names?: readonly string[];
  readonly define: (name: string, number: number) => readonly [entityName: string, fields: Row];
  /** Calls every route that takes the name, or what is known by it. */
  readonly call?: (name: string, id: string, number: number) => readonly Promise<Answer>[];
}

/** Defines each name, and calls what is known by it, unless it is refused with a reason. @returns the names that were taken */
export async function taken(ada: Caller, { define, call, names = NAMES }: Kind): Promise<readonly string[]> {
  const accepted: string[] = [];
  for (const [number, name] of names.entries()) {
    const [entityName, fields] = define(name, number);
    const { status, body, text } = await ada.insert(entityName, fields);
    if (status === 400) {
      expect(body.ErrorDetails[0].Message.length).toBeGreaterThan(10);
      continue;
    }
    expect({ name, text, status }).toEqual({ name, text, status: 200 });
    accepted.push(name);
    const answers = await Promise.all(call?.(name, body.Result.Id, number) ?? []);
    for (const answer of answers)
      expect({ name, text: answer.text, status: answer.status }).toEqual({ name, text: answer.text, status: 200 });
  }
  return accepted;
}
