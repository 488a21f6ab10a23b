import { render } from '../../../../src/core/sql/sql.js';
import { compileAdministrators, compileSystemRecords } from '../../../../src/modules/definitions/system-records.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

it('protects system entities, their parts and system roles', () => {
  const { text } = render(compileSystemRecords(fixtureContext()));
  for (const name of ['Entity', 'Role', 'Field', 'Rule', 'Hook']) expect(text).toContain(`"env_test"."${name}"`);
  expect(text).toMatch(/WHERE r\."Id" = ANY\(\$1::uuid\[\]\)$/);
});

it('finds Administrators by the system role and an active user', () => {
  const { text } = render(compileAdministrators(fixtureContext()));
  expect(text).toMatch(/WHERE u\."IsActive" AND r\."IsSystem" AND r\."Name" = 'Administrator'$/);
});
