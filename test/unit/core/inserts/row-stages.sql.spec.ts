import { Drafter } from '../../../../src/core/drafts/draft-records.js';
import { planInsert } from '../../../../src/core/inserts/plan-insert.js';
import { draftedRows } from '../../../../src/core/inserts/row-stages.sql.js';
import { list, render } from '../../../../src/core/sql/sql.js';
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

it('a record without derived fields takes one stage', () => {
  expect(stages(plain).match(/ AS MATERIALIZED /g)).toHaveLength(1);
});

it('children are complete before their parent adds them up (T22)', () => {
  const text = stages(bill, { Quantity: '2' });
  const [computed, added] = [text.indexOf('AS "Amount"'), text.indexOf('sum(c."Amount")')];
  expect(computed).toBeGreaterThan(0);
  expect(added).toBeGreaterThan(computed);
});

it('computed fields are values of the row before it is stored', () => {
  expect(stages(line)).toContain('AS "Amount"');
});
