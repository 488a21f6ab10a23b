import { render } from '../../../../src/core/sql/sql.js';
import { compileAdvance, planAdvance } from '../../../../src/core/triggers/advance-cursor.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

it('moves the cursor from where it was read alone, by the definitions that were matched', () => {
  const ctx = fixtureContext();
  expect(render(compileAdvance(ctx, planAdvance(ctx, null, 'b'))).text).toMatchInlineSnapshot(
    `"UPDATE platform.trigger_cursor SET cursor = $1::text WHERE environment_id = 'e0000000-0000-4000-8000-000000000003'::uuid AND cursor IS NOT DISTINCT FROM $2::text AND EXISTS (SELECT FROM platform.environment e WHERE e.id = 'e0000000-0000-4000-8000-000000000003'::uuid AND e.definitions_version = $3::bigint) RETURNING environment_id"`,
  );
});
