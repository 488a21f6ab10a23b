import { shapeOfStatement } from '#platform/observability/traces/statement-shape.js';

it.each([
  [
    `SELECT "Na'me" FROM t WHERE a = $1 AND b = 'x''y' LIMIT 50`,
    `SELECT "Na'me" FROM t WHERE a = $1 AND b = ? LIMIT ?`,
  ],
  [String.raw`SELECT E'a\'b', 'c'`, 'SELECT ?, ?'],
  ['SELECT $body$ it is $1 $body$, $$ two $$, $12', 'SELECT ?, ?, $12'],
  [`SELECT 1.5e3, x1, s0."n2", 'a' -- the 'note'\nFROM t /* 'a' */`, `SELECT ?, x1, s0."n2", ? ?\nFROM t ?`],
])('shows %j as %j', (text, shape) => expect(shapeOfStatement(text).text).toBe(shape));

it.each([
  ['WITH i AS (INSERT INTO t SELECT 1), c AS (UPDATE u SET a = 1) SELECT 1', 'INSERT'],
  ['SELECT * FROM t FOR NO KEY UPDATE SKIP LOCKED', 'SELECT'],
  [`SELECT 'DELETE'`, 'SELECT'],
  ['CREATE TABLE t ()', 'CREATE'],
])('takes the verb of %j for %s', (text, verb) => expect(shapeOfStatement(text).verb).toBe(verb));

it('cuts a long text', () => expect(shapeOfStatement(`SELECT ${'a, '.repeat(5_000)}`).text).toHaveLength(4_000));
