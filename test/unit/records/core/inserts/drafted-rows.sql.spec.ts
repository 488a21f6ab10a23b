import { Drafter } from '#records/core/drafts/draft-records.js';
import { ownerCtes, rowsCte } from '#records/core/inserts/drafted-rows.sql.js';
import type { InsertGroup } from '#records/core/inserts/insert-plan.js';
import { planInsert } from '#records/core/inserts/plan-insert.js';
import { raw, render } from '#core/sql/sql.js';
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

it('reads the name of an entity from the stored ones and those of the same write, where it is not given', () => {
  const drafter = new Drafter(ctx, () => '00000000-0000-4000-8000-000000000001');
  const index = ctx.catalogue.entity('Index');
  drafter.add(index, [{ name: 'EntityName', value: 'bill', path: 'Fields[0]' }]);
  const [indexes] = planInsert(ctx, drafter.finish(), { mode: 'store' }).groups;
  const added = new Map([['Entity', raw('x0')]]);
  const { text } = render(rowsCte(ctx, indexes, 1, { name: raw('x1'), later: new Set(), added }));
  const name = /COALESCE\(r\."EntityName", \(SELECT "named"\."EntityName" FROM \((.+?)\) "named" WHERE (.+?)\)\) AS/;
  expect(name.exec(text.replaceAll(/\s+/g, ' '))?.slice(1)).toEqual([
    expect.stringMatching(/NOT r\."IsDeleted" UNION ALL SELECT .+ FROM x0$/),
    '"named"."Id" = COALESCE(r."EntityId", "EntityId~EntityName"."Id")',
  ]);
});

it('locks nothing for rows that take no owner from a target', () => {
  expect(ownerCtes(ctx, group(), 0)).toEqual([]);
});
