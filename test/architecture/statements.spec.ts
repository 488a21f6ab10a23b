import { readFileSync, writeFileSync } from 'node:fs';
import { platformStatements } from './statements/platform.js';
import { readStatements } from './statements/reads.js';
import type { Statements } from './statements/sql-of.js';
import { writeStatements } from './statements/writes.js';

/** `UPDATE_STATEMENTS=1` writes the snapshot anew: read its difference before it is committed. */
const SNAPSHOT = 'test/architecture/statements.snapshot.json';

/** White space within these is a part of the value or name. */
const QUOTED = /('(?:[^'\\]|''|\\.)*'|"(?:[^"]|"")*")/;

/** The literal that holds the body of a function or DO block. */
const BODY = /^E?'\s*(?:DECLARE|BEGIN)\b/;

/** The text as PostgreSQL reads it: outside of quotes any white space is one blank, and none beside a parenthesis. */
function normalised(text: string): string {
  const parts = text.split(QUOTED).map((part, i) => ({ part, isQuoted: i % 2 === 1 && !BODY.test(part) }));
  const folded = parts.map(({ part, isQuoted }) =>
    isQuoted ? part : part.replaceAll(/\s+/g, ' ').replaceAll(/(?<=\() | (?=\))/g, ''),
  );
  return folded.join('').trim();
}

it('compiles the statements of the snapshot', () => {
  const statements: Statements = { ...readStatements(), ...writeStatements(), ...platformStatements() };
  const texts = Object.fromEntries(Object.entries(statements).map(([name, text]) => [name, normalised(text)]));
  if (process.env.UPDATE_STATEMENTS) writeFileSync(SNAPSHOT, `${JSON.stringify(texts, null, 2)}\n`);
  expect(texts).toEqual(JSON.parse(readFileSync(SNAPSHOT, 'utf8')));
});
