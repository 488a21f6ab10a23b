import { Args } from '../../../../src/core/sql/args.js';
import { render } from '../../../../src/core/sql/sql.js';
import { compileBulkOutcome } from '../../../../src/modules/bulk/bulk-outcome.sql.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

it('inserts one outcome with the ids of its records', () => {
  const ctx = fixtureContext();
  const args = new Args(ctx);
  const ids = args.add(['a'], 'uuid[]');
  const { text, slots } = render(compileBulkOutcome(ctx, fixtureEntity('Customer'), ids));
  expect(text).toMatch(/^WITH operation AS \(INSERT INTO platform\.operation .* SELECT$/);
  expect(text).toContain(`'Customer', 'Insert', 'Completed', 200, $4::uuid[], $5::timestamptz WHERE true`);
  expect(slots.map((slot) => args.values[slot])).toContainEqual(['a']);
});
