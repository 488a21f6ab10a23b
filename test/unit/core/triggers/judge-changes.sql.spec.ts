import { render } from '../../../../src/core/sql/sql.js';
import { compileJudgement, judgedOf, planJudgement } from '../../../../src/core/triggers/judge-changes.sql.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';
import { active } from './trigger-fixture.js';

const ctx = fixtureContext();
const textOf = (...triggers: readonly object[]): string => {
  const plan = planJudgement(
    ctx,
    fixtureEntity('Region'),
    triggers.map((each) => active(each).trigger),
    [],
  );
  return render(compileJudgement(ctx, plan)).text;
};

it('judges the record after the change', () => {
  const WhereClause = { Filters: [{ FieldName: 'Name', Operator: 'EqualTo', Value: 'a' }] };
  expect(textOf({ WhereClause }, {})).toMatchInlineSnapshot(
    `"WITH r AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS r(n int, t int[], x json, o json)), x AS MATERIALIZED (SELECT r.n, r.t, p.* FROM r CROSS JOIN LATERAL json_populate_record(NULL::"env_test"."Region", r.x) p) SELECT x.n, array_to_json(ARRAY[CASE WHEN 0 = ANY(x.t) THEN ARRAY[(x."Name" = $2::text) IS TRUE]::boolean[]::text END, CASE WHEN 1 = ANY(x.t) THEN ARRAY[true]::boolean[]::text END]::text[])::text AS held FROM x"`,
  );
});

it('reads the record before the change for conditions on it', () => {
  expect(textOf({ FieldChanges: [{ FieldName: 'Name', From: 'a', To: null }] })).toMatchInlineSnapshot(
    `"WITH r AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS r(n int, t int[], x json, o json)), x AS MATERIALIZED (SELECT r.n, r.t, p.* FROM r CROSS JOIN LATERAL json_populate_record(NULL::"env_test"."Region", r.x) p), o AS MATERIALIZED (SELECT r.n, r.t, p.* FROM r CROSS JOIN LATERAL json_populate_record(NULL::"env_test"."Region", r.o) p) SELECT x.n, array_to_json(ARRAY[CASE WHEN 0 = ANY(x.t) THEN ARRAY[true, (o."Name" = $2::text) IS TRUE AND (x."Name" IS NULL) IS TRUE]::boolean[]::text END]::text[])::text AS held FROM x JOIN o ON o.n = x.n"`,
  );
});

it('reads results by trigger', () => {
  expect(judgedOf({ n: 0, held: '["{t,f}",null]' })).toEqual([{ where: true, fields: [false] }, null]);
});
