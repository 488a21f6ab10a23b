import { filesIn } from './project-files.js';
import { longSqlLines } from './sql-lines.js';

/** Characters of a line, the indentation included. */
const LIMIT = 140;

it(`has no line of SQL over ${LIMIT} characters`, () => {
  expect(filesIn('src').flatMap((file) => longSqlLines(file, LIMIT))).toEqual([]);
});

describe('The finder of long lines', () => {
  it.each([
    ['a tagged template', 'const a = sql`"Id" = 1 AND "Id" = 2`;', 1],
    ['text with a word of SQL', "const a = 'SELECT 1 + 1 + 1 + 1 + 1';", 1],
    ['a template with holes', 'const a = `SELECT ${a} + 1 + 1 + 1 + 1`;', 1],
    ['the long one of two lines', 'const a = sql`SELECT 1\n + 1 + 1 + 1 + 1 + 1 + 1 + 1`;', 1],
    ['short lines', 'const a = sql`SELECT\n 1`;', 0],
    ['other text', "const a = 'This text is not a statement.';", 0],
  ])('judges %s', (_case, text, count) => {
    expect(longSqlLines({ path: 'src/a.ts', text }, 28)).toHaveLength(count);
  });
});
