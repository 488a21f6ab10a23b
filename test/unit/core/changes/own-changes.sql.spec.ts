import { ownChanges } from '../../../../src/core/changes/own-changes.sql.js';
import { raw, render } from '../../../../src/core/sql/sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

it('finds the change rows of the transaction by its id, in the partitions of today', () => {
  const ctx = fixtureContext();
  const where = (k: string): string =>
    `platform.change ${k} WHERE ${k}.xid = pg_current_xact_id() ` +
    `AND ${k}.environment_id = '${ctx.catalogue.environment.id}'::uuid AND ${k}.entity = 'Region' ` +
    `AND ${k}.occurred_at >= $1::timestamptz - interval '1 day'`;
  expect(render(ownChanges(ctx, 'Region')).text).toBe(where('k'));
  expect(render(ownChanges(ctx, 'Region', raw('o'))).text).toBe(where('o'));
});
