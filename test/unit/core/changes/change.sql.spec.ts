import { changeSql, type ChangeOperation } from '../../../../src/core/changes/change.sql.js';
import { raw, render } from '../../../../src/core/sql/sql.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

const ctx = fixtureContext();
const COLUMNS =
  'environment_id, entity, operation, user_id, correlation_id, occurred_at, record_id, record_information_id, row_version, old, new, owner_before, team_before, owner_after, team_after, source';

const select = (entity: string, operation: ChangeOperation, rows: string, images: string): string =>
  `SELECT 'e0000000-0000-4000-8000-000000000003'::uuid, '${entity}', '${operation}', $1::uuid, $2::uuid, $3::timestamptz, c."Id", c."RecordInformationId", c."RowVersion", ${images}, $4::text FROM ${rows} c`;

it.each<[ChangeOperation, string]>([
  ['Create', 'NULL::json, c.row::json, NULL::uuid, NULL::uuid, c."OwnerId", c."OwnerTeamId"'],
  ['Update', 'c.old_values::json, c.new_values::json, c.owner_before, c.team_before, c."OwnerId", c."OwnerTeamId"'],
  ['Delete', 'c.row::json, NULL::json, c."OwnerId", c."OwnerTeamId", NULL::uuid, NULL::uuid'],
])('logs images and owners before and after: %s', (operation, images) => {
  const changed = [{ entity: fixtureEntity('Region'), rows: raw('j0') }];
  expect(render(changeSql(ctx, operation, changed))).toEqual({
    text: `change AS (INSERT INTO platform.change (${COLUMNS}) ${select('Region', operation, 'j0', images)})`,
    slots: [0, 3, 2, 6],
  });
});

// Requirement: T22
it('orders entities as given, so that parents are read before children', () => {
  const changed = ['Customer', 'Order'].map((name, i) => ({ entity: fixtureEntity(name), rows: raw(`j${i}`) }));
  const { text } = render(changeSql(ctx, 'Create', changed));
  expect(text).toMatch(/^change AS \(.* 'Customer', .* FROM j0 c UNION ALL SELECT .* 'Order', .* FROM j1 c\)$/);
});

// Requirement: R72, T68
it('names the source of the change if it is not that of the call', () => {
  const changed = [{ entity: fixtureEntity('Order'), rows: raw('d') }];
  const { text } = render(changeSql(ctx, 'Update', changed, 'Rollup'));
  expect(text).toMatch(/team_after, source\) SELECT .*, 'Rollup' FROM d c\)$/);
});
