import { compileLockParents } from '#records/core/rollups/affected-parents.sql.js';
import { rollupParents } from '#records/core/rollups/rollup-parents.js';
import { render } from '#core/sql/sql.js';
import { bill, ctx, line } from './bills.js';

it('finds whose rollups depend on which records', () => {
  expect(rollupParents(ctx.catalogue, line)).toMatchObject([{ parent: bill, relation: { name: 'Lines' } }]);
  expect(rollupParents(ctx.catalogue, bill)).toEqual([]);
});

it('counts an update only when it changed the lookup, a summed field or a filtered field', () => {
  const { text } = render(compileLockParents(ctx, rollupParents(ctx.catalogue, line)));
  const touched = [...text.matchAll(/k\.old -> '(\w+)'/g)].map(([, name]) => name);
  expect(new Set(touched)).toEqual(new Set(['BillId', 'Amount', 'Quantity']));
});
