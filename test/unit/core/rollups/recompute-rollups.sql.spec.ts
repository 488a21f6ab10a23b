import { followingRollups } from '../../../../src/core/rollups/following-rollups.js';
import { compileRecompute } from '../../../../src/core/rollups/recompute-rollups.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { render } from '../../../../src/core/sql/sql.js';
import { bill, ctx, line } from './bills.js';
import { allAtOnce } from '../../../../src/core/steps.js';

const following = (...names: readonly string[]) => {
  const fields = names.map((name) => (line.fields.get(name) ?? bill.fields.get(name))!);
  return allAtOnce(followingRollups(ctx.catalogue, new Set(fields))).map(({ entity, fields: found }) => [
    entity.name,
    ...found.map(({ name }) => name),
  ]);
};

it.each<[string, readonly (readonly string[])[]]>([
  ['quantity', [['Bill', 'Total', 'Few']]],
  ['amount', [['Bill', 'Total']]],
  ['billid', [['Bill', 'Total', 'Few']]],
  ['few', [['Bill', 'Few']]],
  ['gross', []],
])('finds that rollups follow from %s', (name, expected) => expect(following(name)).toEqual(expected));

it('updates all records whose rollups differ, deleted ones too, without audit columns', () => {
  const [group] = allAtOnce(followingRollups(ctx.catalogue, new Set([line.fields.get('quantity')!])));
  const { text } = render(compileRecompute(ctx, group, new Args(ctx)));
  expect(text).toMatch(
    /^UPDATE "env_test"\."Bill" t SET "Total" = x\."Total", "Few" = x\."Few" FROM \(SELECT p\."Id", .* FROM \(SELECT \* FROM "env_test"\."Bill" r WHERE true\) p LEFT JOIN/,
  );
  expect(text).toMatch(
    /WHERE t\."Id" = x\."Id" AND \(t\."Total" IS DISTINCT FROM x\."Total" OR t\."Few" IS DISTINCT FROM x\."Few"\)$/,
  );
  expect(text).not.toMatch(/RowVersion|platform\.change/);
});
