import { FromClause } from '../../../../src/core/criteria/from-clause.js';
import { matchesSql } from '../../../../src/core/queries/matches.sql.js';
import { raw, render } from '../../../../src/core/sql/sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';
import { planOf, where } from './query.js';

it('reads matching rows in scope with an added condition and the joins they need', () => {
  const plan = planOf(
    { EntityName: 'Order', WhereClause: where('CustomerId.Name', 'IsNULL') },
    fixtureContext({ Order: 'Own' }),
  );
  const frame = new FromClause(plan.reader, plan.entity, 't');
  expect(render(matchesSql(plan, frame, [raw('t."Id" IS NULL')])).text).toBe(
    `(SELECT * FROM "env_test"."Order" r WHERE (NOT r."IsDeleted" AND r."OwnerId" = $1::uuid)) t ` +
      `LEFT JOIN (SELECT * FROM "env_test"."Customer" r WHERE (NOT r."IsDeleted" AND false)) tj1 ON tj1."Id" = t."CustomerId" ` +
      `WHERE (tj1."Name" IS NULL AND t."Id" IS NULL)`,
  );
});
