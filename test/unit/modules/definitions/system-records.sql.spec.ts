import { render } from '../../../../src/core/sql/sql.js';
import { compileAdministrators, compileSystemRecords } from '../../../../src/modules/definitions/system-records.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

it('parts of the service are its entities, their parts, and its roles', () => {
  const { text } = render(compileSystemRecords(fixtureContext()));
  for (const name of ['Entity', 'Role', 'Field', 'Rule', 'Hook']) expect(text).toContain(`"env_test"."${name}"`);
  expect(text).toMatch(/WHERE r\."Id" = ANY\(\$1::uuid\[\]\)$/);
});

it('an Administrator is active and has the role of the service', () => {
  const { text } = render(compileAdministrators(fixtureContext()));
  expect(text).toMatch(/WHERE u\."IsActive" AND r\."IsSystem" AND r\."Name" = 'Administrator'$/);
});
