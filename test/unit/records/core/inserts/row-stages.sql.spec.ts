import { Drafter } from '#records/core/drafts/draft-records.js';
import { planInsert } from '#records/core/inserts/plan-insert.js';
import { draftedRows } from '#records/core/inserts/row-stages.sql.js';
import { list, render } from '#core/sql/sql.js';
import { bill, ctx, line, plain } from '../rollups/bills.js';

let next = 0;
const newId = (): string => `00000000-0000-4000-8000-${String(++next).padStart(12, '0')}`;

function stages(entity: typeof bill, ...children: readonly { readonly Quantity: string }[]): string {
  const drafter = new Drafter(ctx, newId);
  const lines = children.map((each) => each as never);
  const value = lines.length > 0 ? [{ name: 'Lines', value: lines as never, path: 'Fields[0]' }] : [];
  drafter.add(entity, value);
  return render(list(draftedRows(ctx, planInsert(ctx, drafter.finish(), { mode: 'store' }).groups))).text;
}

it('takes one stage for a record without derived fields', () => {
  expect(stages(plain).match(/ AS MATERIALIZED /g)).toHaveLength(1);
});

// Requirement: T22
it('completes children before their parent sums them', () => {
  const text = stages(bill, { Quantity: '2' });
  const [computed, added] = [text.indexOf('AS "Amount"'), text.indexOf('sum(c."Amount")')];
  expect(computed).toBeGreaterThan(0);
  expect(added).toBeGreaterThan(computed);
});

it('computes fields before the row is stored', () => {
  expect(stages(line)).toContain('AS "Amount"');
});
