import { restartStatesSql, storeStatesSql } from '../../../../src/modules/indexes/index-states.sql.js';
import { fixtureCatalogue } from '../../../support/fixture-catalogue.js';

const { environment } = fixtureCatalogue;

it('stores states while the definitions are those that they follow from', () => {
  const text = storeStatesSql(environment, 'Index');
  expect(text).toContain('UPDATE "env_test"."Index" d SET "State" = v.state, "Error" = v.error FROM unnest($1::uuid[]');
  expect(text).toContain(`e.id = '${environment.id}'::uuid AND e.definitions_version = $4::bigint`);
  expect(storeStatesSql(environment, 'Field')).toContain('SET "IndexState" = v.state, "IndexError" = v.error');
});

it('restarts an index, and a field where it has one', () => {
  expect(restartStatesSql('env_test', 'Index')).toContain(`SET "State" = 'Building', "Error" = NULL`);
  expect(restartStatesSql('env_test', 'Field')).toContain(`"IndexState" = CASE WHEN d."Indexed" THEN 'Building' END`);
});
