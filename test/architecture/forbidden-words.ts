/** A word or phrase that prose does not use, and what to say instead. */
export interface ForbiddenWord {
  readonly pattern: RegExp;
  readonly say: string;
}

const word = (pattern: string, say: string): ForbiddenWord => ({
  pattern: new RegExp(`\\b(?:${pattern})\\b`, 'gi'),
  say,
});

/**
 * Words with a standard term in their place. The list holds only words that have no other use in this project's prose:
 * `seen`, `part`, `done` or `guard` have one, so they are left to reviews.
 */
export const FORBIDDEN_WORDS: readonly ForbiddenWord[] = [
  word('he|him|his|himself', 'the caller, the client, the user, they'),
  word('everybody|somebody', 'every user, a user'),
  word('told', 'notified, answered, reported'),
  word('tally|tallies|tallied', 'result, summary'),
  word('sift(?:s|ed|ing)?', 'find rejected rows'),
  word('stretch(?:es)?', 'range'),
  word('bells?', 'wake-up signal'),
  word('rings?|rang', 'wake, notify'),
  word('so (?:long|often|many)', 'timeout, deadline, number of retries, limit'),
  word('last sign', 'last heartbeat'),
  word('undoable', 'savepoint'),
  word('buried|bury|buries', 'retained'),
  word('fillings?', 'backfill'),
  word('reshap(?:e|es|ed|ing)', 'schema migration'),
  word('(?:re-?)?stamp(?:s|ed|ing)?', 'audit columns, set'),
  word('who (?:he|they) (?:is|are) by now', 'refreshed access'),
  word('time-outs?', 'timeout'),
];

/** Openings of a doc comment that leave out its verb or noun. */
export const HEADLESS = /^(?:what|whether|those|so (?:long|often|many|much)|how (?:long|often|many|much)|who)\b/i;
