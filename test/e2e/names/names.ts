import { assignments, type Answer, type Caller, type Row } from '../../support/test-app.js';

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

/** Defines the names in one write if none is refused, else one by one. @returns the Ids of those that were taken */
async function defined(ada: Caller, { define, names = NAMES }: Kind): Promise<ReadonlyMap<string, string>> {
  const definitions = names.map((name, number) => [name, ...define(name, number)] as const);
  const all = await ada.batch(
    definitions.map(([, EntityName, fields]) => ({ Operation: 'Insert', EntityName, Fields: assignments(fields) })),
  );
  if (all.status === 200) return new Map(names.map((name, i) => [name, all.body.Result[i].Result.Id as string]));
  const ids = new Map<string, string>();
  for (const [name, entityName, fields] of definitions) {
    const { status, body, text } = await ada.insert(entityName, fields);
    if (status === 200) ids.set(name, body.Result.Id as string);
    else {
      expect({ name, text, status }).toEqual({ name, text, status: 400 });
      expect(body.ErrorDetails[0].Message.length).toBeGreaterThan(10);
    }
  }
  return ids;
}

/** Defines each name, and calls what is known by it, unless it is refused with a reason. @returns the names that were taken */
export async function taken(ada: Caller, kind: Kind): Promise<readonly string[]> {
  const { call, names = NAMES } = kind;
  const ids = await defined(ada, kind);
  for (const [name, id] of ids) {
    const answers = await Promise.all(call?.(name, id, names.indexOf(name)) ?? []);
    for (const { text, status } of answers) expect({ name, text, status }).toEqual({ name, text, status: 200 });
  }
  return [...ids.keys()];
}
