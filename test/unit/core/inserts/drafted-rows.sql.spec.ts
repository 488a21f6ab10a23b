import { Drafter } from '../../../../src/core/drafts/draft-records.js';
import { ownerCtes, rowsCte } from '../../../../src/core/inserts/drafted-rows.sql.js';
import type { InsertGroup } from '../../../../src/core/inserts/insert-plan.js';
import { planInsert } from '../../../../src/core/inserts/plan-insert.js';
import { raw, render } from '../../../../src/core/sql/sql.js';
import { bill, ctx } from '../rollups/bills.js';

function group(): InsertGroup {
  const drafter = new Drafter(ctx, () => '00000000-0000-4000-8000-000000000001');
  drafter.add(bill, []);
  return planInsert(ctx, drafter.finish(), { mode: 'store' }).groups[0];
}

it('leaves columns of a later stage out of the drafted rows', () => {
  const later = new Set([...bill.fields.values()].filter(({ isSystem }) => !isSystem));
  const { text } = render(rowsCte(ctx, group(), 0, { name: raw('x0'), later, added: new Map() }));
  expect(text).toContain('json_to_record($');
  expect(text).not.toContain('"Total"');
});

it('locks nothing for rows that take no owner from a target', () => {
  expect(ownerCtes(ctx, group(), 0)).toEqual([]);
});
