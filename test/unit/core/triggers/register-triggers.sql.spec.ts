import { render } from '../../../../src/core/sql/sql.js';
import { compileRegisterTriggers } from '../../../../src/core/triggers/register-triggers.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

it('lists the active triggers; those of another entity than before begin anew', () => {
  expect(render(compileRegisterTriggers(fixtureContext())).text).toMatchInlineSnapshot(
    `"WITH active AS MATERIALIZED (SELECT t."Id" AS id, e."EntityName" AS entity FROM (SELECT * FROM "env_test"."Trigger" r WHERE NOT r."IsDeleted") t JOIN (SELECT * FROM "env_test"."Entity" r WHERE NOT r."IsDeleted") e ON lower(e."EntityName") = lower(t."EntityName") WHERE t."IsActive" AND t."TriggerType" = 'EventBased'), gone AS (DELETE FROM platform.trigger p WHERE p.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND p.id NOT IN (SELECT a.id FROM active a)), added AS (INSERT INTO platform.trigger AS p (environment_id, id, entity, active_since) SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, a.id, a.entity, pg_current_xact_id() FROM active a ON CONFLICT (environment_id, id) DO UPDATE SET entity = EXCLUDED.entity, active_since = EXCLUDED.active_since WHERE p.entity <> EXCLUDED.entity), ended AS (DELETE FROM platform.trigger_cursor c WHERE c.environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND NOT EXISTS (SELECT FROM active)) INSERT INTO platform.trigger_cursor (environment_id, begins_at, begins_on) SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, pg_current_xact_id(), now() WHERE EXISTS (SELECT FROM active) ON CONFLICT (environment_id) DO NOTHING"`,
  );
});
