import { followingRollups } from '#records/core/rollups/following-rollups.js';
import { bill, ctx, line } from './bills.js';
import { allAtOnce } from '#core/steps.js';

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
