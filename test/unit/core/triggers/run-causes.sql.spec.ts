import { Args } from '../../../../src/core/sql/args.js';
import { render } from '../../../../src/core/sql/sql.js';
import { compileRunCauses } from '../../../../src/core/triggers/run-causes.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

it('finds the runs of steps', () => {
  const ctx = fixtureContext();
  expect(render(compileRunCauses(ctx, new Args(ctx).add([], 'uuid[]'))).text).toMatchInlineSnapshot(
    `"SELECT s."Id" AS step, r."Id" AS run, r."Chain"::text AS chain FROM (SELECT * FROM "env_test"."WorkflowStep" r WHERE NOT r."IsDeleted") s JOIN (SELECT * FROM "env_test"."WorkflowRun" r WHERE NOT r."IsDeleted") r ON r."Id" = s."RunId" WHERE s."Id" = ANY($1::uuid[])"`,
  );
});
