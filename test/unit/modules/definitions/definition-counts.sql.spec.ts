import { fileKind } from '../../../../src/core/definition-files/file-kinds.js';
import { render } from '../../../../src/core/sql/sql.js';
import { compileDefinitionCounts } from '../../../../src/modules/definitions/definition-counts.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

it('counts definitions in all and of each parent, without those of the service', () => {
  const { text, slots } = render(compileDefinitionCounts(fixtureContext(), ['Role', 'Trigger', 'Field'].map(fileKind)));
  const [roles, triggers, fields] = text.split(' UNION ALL ');
  expect(roles).toMatch(/'Role' AS kind.*FROM "env_test"\."Role".*"IsSystem" IS NOT TRUE.*GROUP BY \(\)/s);
  expect(triggers).toMatch(/'Trigger' AS kind.*WHERE true.*GROUP BY \(\)/s);
  expect(fields).toMatch(/'Field' AS kind.*"EntityId" IN .*"IsSystem" IS NOT TRUE.*GROUP BY d\."EntityId"/s);
  expect(slots).toEqual([]);
});
