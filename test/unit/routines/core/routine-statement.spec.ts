import { routineStatement } from '#routines/core/routine-statement.js';
import { registered } from '../../core/objects.js';

const FUNCTION = 'CREATE OR REPLACE FUNCTION "Thing"';
const REST = '() RETURNS bigint LANGUAGE sql AS $$ SELECT 1 $$';

const statementOf = (Definition: string) => routineStatement(registered({ Definition }));

describe('the statement of a routine definition', () => {
  it.each([
    ['as it is', `${FUNCTION}${REST}`],
    ['without OR REPLACE, in small letters', `create function "Thing"${REST}`],
    ['after comments', `-- a comment; DROP\n/* one /* in */ another */ CREATE /**/ OR REPLACE FUNCTION "Thing"${REST}`],
  ])('has a generated head and the author’s body: %s', (_, definition) => {
    expect(statementOf(definition)).toEqual({ text: `${FUNCTION}${REST}`, problems: [] });
  });

  it.each([
    ['another statement', 'DROP TABLE "Customer"'],
    ['code that is run at once', `DO $$ BEGIN RESET ROLE; END $$`],
    ['a comment that ends nowhere', `/* CREATE OR REPLACE FUNCTION "Thing"${REST}`],
    ['another kind', `CREATE PROCEDURE "Thing"() LANGUAGE sql AS $$ $$`],
    ['another name', `CREATE FUNCTION "Other"${REST}`],
    ['a name without quotes, which is folded', `CREATE FUNCTION Thing${REST}`],
    ['a name in a text', `CREATE FUNCTION 'Thing'${REST}`],
    ['a name with a schema', `CREATE FUNCTION "platform"."Thing"${REST}`],
    ['a schema of the same name', `CREATE FUNCTION "Thing"."Thing"${REST}`],
    ['nothing', ''],
  ])('is refused for %s', (_, definition) => {
    expect(statementOf(definition).problems).toEqual([expect.stringContaining(`${FUNCTION}(`)]);
  });

  it.each([
    ['SET', '() RETURNS bigint LANGUAGE sql SET search_path = public AS $$ SELECT 1 $$'],
    ['SECURITY DEFINER', '() RETURNS bigint LANGUAGE sql EXTERNAL SECURITY /**/ DEFINER AS $$ SELECT 1 $$'],
    ['AS $$', '() RETURNS bigint BEGIN ATOMIC END'],
    ['LANGUAGE', `() RETURNS bigint LANGUAGE 'c' AS 'lib', 'symbol'`],
    ['LANGUAGE', `() RETURNS bigint LANGUAGE internal AS 'now'`],
    ['one statement', `${REST}; DROP TABLE "Customer"`],
    // To PostgreSQL the body ends at \\', which in an ordinary text is a backslash and the end.
    ['one statement', `() RETURNS bigint LANGUAGE sql AS 'SELECT 1 \\'; DROP TABLE "Customer" --'`],
  ])('is refused when it contains %s (case %#)', (word, rest) => {
    expect(statementOf(`${FUNCTION}${rest}`).problems).toEqual([expect.stringContaining(word)]);
  });

  it.each([
    [
      'an update in the body',
      '() RETURNS bigint LANGUAGE plpgsql AS $b$ BEGIN UPDATE "A" SET "B" = 1; RETURN 1; END $b$',
    ],
    ['clauses of the planner', '() RETURNS bigint COST 10 PARALLEL SAFE STABLE LANGUAGE plpgsql AS $$ BEGIN END $$;'],
    ['a parameter called security', '("security" text) RETURNS bigint LANGUAGE sql AS \'SELECT 1\' -- definer'],
  ])('may contain %s', (_, rest) => {
    expect(statementOf(`${FUNCTION}${rest}`)).toEqual({ text: `${FUNCTION}${rest}`, problems: [] });
  });
});
