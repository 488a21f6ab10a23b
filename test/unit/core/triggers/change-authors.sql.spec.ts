import { Args } from '../../../../src/core/sql/args.js';
import { render } from '../../../../src/core/sql/sql.js';
import { compileChangeAuthors } from '../../../../src/core/triggers/change-authors.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

it('finds a change of the transaction by a user', () => {
  const ctx = fixtureContext();
  const args = new Args(ctx);
  const text = render(compileChangeAuthors(ctx, args.add([], 'xid8[]'), args.add('', 'timestamptz'))).text;
  expect(text).toMatchInlineSnapshot(
    `"SELECT w.xid::text AS xid, (SELECT c.user_id FROM platform.change c WHERE c.xid = w.xid AND c.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND c.user_id <> '00000000-0000-0000-0000-000000000000'::uuid AND c.occurred_at >= $1::timestamptz LIMIT 1) AS user_id FROM unnest($2::xid8[]) AS w(xid)"`,
  );
});
