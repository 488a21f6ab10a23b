import { planInsert } from '../../../../src/core/inserts/plan-insert.js';
import { compileFindRejectedRows } from '../../../../src/core/inserts/find-rejected-rows.sql.js';
import { render } from '../../../../src/core/sql/sql.js';
import { draftOf, writer } from '../writes/write-fixture.js';

const sift = (entity: string, fields: object): string => {
  const plan = planInsert(writer(), draftOf(entity, fields), { mode: 'explain' });
  return render(compileFindRejectedRows(writer(), plan)).text;
};

const repeated = (key: number, given: string, values: string): string =>
  `SELECT ${key} AS key, s."n", s.first FROM (SELECT x."n", min(x."n") OVER same AS first, count(*) OVER same AS times FROM x0 x ` +
  `WHERE ${given} WINDOW same AS (PARTITION BY ${values})) s WHERE s.times > 1`;

// Requirement: T27, T28
it('compares the rows of the statement by every unique rule, nulls as different', () => {
  expect(sift('Order', { Title: 'a' })).toContain(
    `repeated AS MATERIALIZED (${repeated(0, 'x."Id" IS NOT NULL', 'x."Id"')} UNION ALL ` +
      `${repeated(1, '(x."CustomerId" IS NOT NULL AND x."Title" IS NOT NULL)', 'x."CustomerId", x."Title"')})`,
  );
});

// Requirement: R97
it('compares values as the database does', () => {
  expect(sift('Region', { Name: 'North' })).toContain(
    repeated(1, 'x."Name" IS NOT NULL', 'lower(x."Name" COLLATE "und-x-icu")'),
  );
});

it('stores nothing and draws no number', () => {
  expect(sift('Order', { Title: 'a' })).not.toMatch(/INSERT|UPDATE|nextval/);
});
