import { render } from '../../../../src/core/sql/sql.js';
import { compileDueRecords, planDueRecords, type DueRecords } from '../../../../src/core/triggers/due-records.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { jsonOf } from '../../../support/json-of.js';

const ctx = fixtureContext();
const due: DueRecords = {
  entity: ctx.catalogue.entity('User'),
  fieldName: 'CreatedOn',
  fieldType: 'DateTime',
  range: { from: '2026-06-09T22:00:00Z', below: '2026-06-10T22:00:00Z' },
  dueAt: new Date('2026-06-10T06:00:00Z'),
  after: null,
  most: 1_000,
};

// Requirement: R194
it('finds records by a range of values, page by page', () => {
  const plan = planDueRecords(ctx, {}, due);
  const { text } = render(compileDueRecords(ctx, plan));
  expect(text).toMatch(
    /t\."CreatedOn" >= \$\d+::timestamptz AND t\."CreatedOn" < \$\d+::timestamptz AND t\."Id" > \$\d+::uuid/,
  );
  expect(text).toContain('NOT r."IsDeleted"');
  expect(text).toContain('LIMIT 1000');
  expect(plan.args.values.slice(-4)).toEqual([
    due.range.from,
    due.range.below,
    '2026-06-10T06:00:00.000Z',
    '00000000-0000-0000-0000-000000000000',
  ]);
});

// Requirement: R194
it('judges the record as it is now, and leaves out values that were saved too late', () => {
  const where = jsonOf({ Filters: [{ FieldName: 'UserName', Operator: 'EqualTo', Value: 'ann' }] });
  const { text } = render(compileDueRecords(ctx, planDueRecords(ctx, { where }, { ...due, after: 'x' })));
  expect(text).toMatch(/CASE WHEN \(.*k\."UserName".*\) IS TRUE AND NOT/);
  expect(text).toContain(`c.operation = 'Create' OR c.old -> 'CreatedOn' IS NOT NULL`);
  expect(text).toMatch(/COALESCE\(o\.completed_on, c\.occurred_at\) > \$\d+::timestamptz/);
});
