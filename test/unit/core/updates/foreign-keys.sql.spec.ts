import { foreignKeyName } from '../../../../src/core/catalogue/constraint-names.js';
import { render } from '../../../../src/core/sql/sql.js';
import { compileSetKeys } from '../../../../src/core/updates/foreign-keys.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

// See docs/interface.md#unique-rules
it('names the foreign keys of lookups in the schema of the environment', () => {
  const lookups = ['CustomerId', 'BillToId'].map((name) => ({ entityName: 'Order', name }));
  const [first, second] = lookups.map(({ name }) => `"env_test"."${foreignKeyName('Order', name)}"`);
  expect(render(compileSetKeys(fixtureContext(), lookups, 'DEFERRED')).text).toBe(
    `SET CONSTRAINTS ${first}, ${second} DEFERRED`,
  );
});
