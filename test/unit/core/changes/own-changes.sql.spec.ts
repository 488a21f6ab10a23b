import { ownChanges, parentsOfChanged } from '../../../../src/core/changes/own-changes.sql.js';
import { raw, render } from '../../../../src/core/sql/sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const ctx = fixtureContext();

it('finds the change rows of the transaction by its id alone, in the partitions of today', () => {
  expect(render(ownChanges(ctx, 'Region')).text).toBe(
    '(WITH own AS MATERIALIZED (' +
      'SELECT k.environment_id, k.entity, k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape, k.created ' +
      'FROM platform.change k ' +
      `WHERE k.xid = pg_current_xact_id() AND k.occurred_at >= $1::timestamptz - interval '1 day') ` +
      'SELECT k.record_id, k.operation, k.position, k.source, k.old, k.new, k.shape, k.created ' +
      'FROM own k ' +
      `WHERE k.environment_id = '${ctx.catalogue.environment.id}'::uuid AND k.entity = 'Region')`,
  );
});

it('judges each change once, for parents before and after', () => {
  const [customer] = ctx.catalogue.entity('Customer').children.values();
  const text = render(parentsOfChanged(ctx, customer, raw('k.touched'))).text;
  expect(text.match(/k\.touched/g)).toHaveLength(1);
  expect(text.match(/ UNION /g)).toHaveLength(2);
});
