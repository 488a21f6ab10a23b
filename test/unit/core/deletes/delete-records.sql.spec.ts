import { Args } from '../../../../src/core/sql/args.js';
import {
  compileClear,
  compileCountChildren,
  compileDelete,
  compileJudgeDeleted,
  compileLockChildren,
  compileLockMatched,
} from '../../../../src/core/deletes/delete-records.sql.js';
import { planMatch } from '../../../../src/core/matching/plan-match.js';
import { CALLER, fixtureContext } from '../../../support/fixture-catalogue.js';
import { change, changed, columnsOf, json, listed, operation, rows } from '../writes/expected-sql.js';
import { bound, entityOf, givenId, matching, writer } from '../writes/write-fixture.js';

const ID = givenId(5);
const AT = '2026-03-15T22:30:00.000Z';
const ctx = writer({ Tag: { read: 'All', delete: 'Own' } });
const relation = (parent: string, name: string) => entityOf(parent).children.get(name.toLowerCase())!;
const outcomeIds = 'ARRAY(SELECT h0."Id" FROM h0 ORDER BY 1 LIMIT 1000)';
const answer = `SELECT ${listed('SELECT h0."Id", h0."RowVersion" AS version FROM h0')} AS result, (SELECT count(*)::int FROM h0) AS matched`;
const image = (entity: string): string =>
  `h0 AS (SELECT g0."Id", g0."RecordInformationId", g0."OwnerId", g0."OwnerTeamId", g0."RowVersion", ${json(entity, 'g0')} AS row FROM g0 ORDER BY g0."Id")`;

// Requirement: T31
it('locks matched rows against new children before all checks', () => {
  const match = matching(ctx, 'Tag', 'Id', 3, ID);
  const plan = planMatch(ctx, entityOf('Tag'), 'delete', match, true);
  expect(bound(compileLockMatched(ctx, plan, []), match.args)).toEqual({
    text:
      `WITH m AS MATERIALIZED (SELECT ${columnsOf('Tag', 't')} FROM ${rows('Tag')} t WHERE t."Id" = $1::uuid ORDER BY t."Id" LIMIT 10001 FOR UPDATE OF t), ` +
      'fault AS MATERIALIZED (SELECT 0 AS guard, NULL::uuid AS n WHERE false UNION ALL SELECT 1, m."Id" FROM m WHERE (m."OwnerId" = $2::uuid) IS NOT TRUE ' +
      'UNION ALL SELECT 2, NULL::uuid WHERE (SELECT count(*) FROM m) > 10000 UNION ALL SELECT 3, m."Id" FROM m WHERE false) ' +
      'SELECT (SELECT json_agg(json_build_array(f.guard, f.n))::text FROM (SELECT guard, n FROM fault ORDER BY guard, n LIMIT 1000) f) AS faults, (SELECT json_agg(m."Id")::text FROM m) AS ids',
    values: [ID, CALLER.userId],
  });
});

// Requirement: R120
describe('children of deleted records, readable or not', () => {
  const args = new Args(ctx);
  const [parents, going] = [args.add([givenId(1)], 'uuid[]'), args.add([givenId(2)], 'uuid[]')];

  it.each([
    [false, rows('Line')],
    [true, '(SELECT * FROM "env_test"."Line" r WHERE true)'],
  ])('are locked in the order of their Ids; deleted ones too: %s', (all, lines) => {
    expect(bound(compileLockChildren(ctx, relation('Order', 'Lines'), parents, all), args)).toEqual({
      text: `SELECT c."Id" AS id FROM ${lines} c WHERE c."OrderId" = ANY($1::uuid[]) ORDER BY c."Id" FOR UPDATE OF c`,
      values: [[givenId(1)]],
    });
  });

  it('are counted without those deleted by the same statement', () => {
    const counted = { parentIds: parents, goingIds: going, nameField: 'Notes' };
    expect(bound(compileCountChildren(ctx, relation('Customer', 'Orders'), counted), args)).toEqual({
      text:
        'SELECT count(*) FILTER (WHERE NOT c."IsDeleted")::int AS live, count(*) FILTER (WHERE c."IsDeleted")::int AS deleted, ' +
        `COALESCE((array_agg(c."Notes"::text ORDER BY c."IsDeleted", c."Notes"::text) FILTER (WHERE c."Notes"::text IS NOT NULL)) [1:5], '{}') AS names ` +
        'FROM (SELECT * FROM "env_test"."Order" r WHERE true) c WHERE c."CustomerId" = ANY($1::uuid[]) AND c."Id" <> ALL($2::uuid[])',
      values: [[givenId(1)], [givenId(2)]],
    });
  });
});

// Requirement: R118
it('deletes rows of a hard delete and logs their last image', () => {
  const args = new Args(ctx);
  const deleted = [{ entity: entityOf('Tag'), hard: true, ids: args.add([ID], 'uuid[]') }];
  const call = { user: '$2', correlation: '$3', at: '$4', source: '$5', version: '$6' };
  expect(bound(compileDelete(ctx, deleted), args)).toEqual({
    text:
      `WITH g0 AS (DELETE FROM "env_test"."Tag" t WHERE t."Id" = ANY($1::uuid[]) RETURNING ${columnsOf('Tag', 't')}), ` +
      `${image('Tag')}, ${change(call, 'Delete', { Tag: 'h0' })}, ${operation(call, ['Tag', 'Delete'], { ids: outcomeIds, when: 'true' })} ${answer}`,
    values: [[ID], CALLER.userId, fixtureContext().correlationId, AT, null, '1'],
  });
});

// Requirement: R117
it('marks rows of a soft delete', () => {
  const args = new Args(ctx);
  const deleted = [{ entity: entityOf('Region'), hard: false, ids: args.add([ID], 'uuid[]') }];
  const call = { at: '$1', user: '$2', correlation: '$4', source: '$5', version: '$6' };
  const touched = '"RowVersion" = t."RowVersion" + 1, "UpdatedBy" = $2::uuid, "UpdatedOn" = $1::timestamptz';
  expect(bound(compileDelete(ctx, deleted), args).text).toBe(
    `WITH g0 AS (UPDATE "env_test"."Region" t SET "IsDeleted" = true, "DeletedOn" = $1::timestamptz, "DeletedBy" = $2::uuid, ${touched} WHERE t."Id" = ANY($3::uuid[]) AND NOT t."IsDeleted" RETURNING ${columnsOf('Region', 't')}), ` +
      `${image('Region')}, ${change(call, 'Delete', { Region: 'h0' })}, ` +
      `${operation(call, ['Region', 'Delete'], { ids: outcomeIds, when: 'true' })} ${answer}`,
  );
});

// Requirement: R120
it('clears SetNull lookups, except of rows it deletes itself', () => {
  const args = new Args(ctx);
  const [parentIds, goingIds] = [args.add([ID], 'uuid[]'), args.add([givenId(9)], 'uuid[]')];
  const cleared = { relation: relation('Region', 'Tags'), parentIds, goingIds, all: false };
  const call = { user: '$3', at: '$4', correlation: '$5', source: '$6' };
  expect(bound(compileClear(ctx, cleared), args)).toEqual({
    text:
      `WITH m AS MATERIALIZED (SELECT ${columnsOf('Tag', 't')} FROM ${rows('Tag')} t WHERE t."RegionId" = ANY($1::uuid[]) AND t."Id" <> ALL($2::uuid[]) ORDER BY t."Id" FOR NO KEY UPDATE OF t), ` +
      `u AS (UPDATE "env_test"."Tag" t SET "RegionId" = NULL, "RowVersion" = m."RowVersion" + 1, "UpdatedBy" = $3::uuid, "UpdatedOn" = $4::timestamptz FROM m WHERE t."Id" = m."Id" RETURNING ${columnsOf('Tag', 't')}), ` +
      `d AS (SELECT u."Id", u."RecordInformationId", u."RowVersion", u."OwnerId", u."OwnerTeamId", m."OwnerId" AS owner_before, m."OwnerTeamId" AS team_before, ` +
      `${changed(['RegionId'], 'm', 'u')} AS old_values, ${changed(['RegionId'], 'u', 'm')} AS new_values FROM u JOIN m ON m."Id" = u."Id" ORDER BY u."Id"), ` +
      `${change(call, 'Update', { Tag: 'd' })} SELECT count(*)::int AS cleared FROM u`,
    values: [[ID], [givenId(9)], CALLER.userId, AT, fixtureContext().correlationId, null],
  });
});

it('applies declared hooks to cascaded rows, readable or not', () => {
  const args = new Args(ctx);
  const slot = args.add([ID], 'uuid[]');
  const test = { kind: 'hook', criterion: { kind: 'constant', value: true } } as const;
  const guard = { group: 0, test, code: 'HookRejected', message: 'No.', reads: [] } as const;
  const { text } = bound(compileJudgeDeleted(ctx, entityOf('Tag'), [guard], slot), args);
  expect(text).toContain(
    `WITH m AS MATERIALIZED (SELECT ${columnsOf('Tag', 't')} FROM ${rows('Tag')} t WHERE t."Id" = ANY($1::uuid[])), ` +
      'fault AS MATERIALIZED (SELECT 4 AS guard, x."Id" AS n FROM m x WHERE (true) IS TRUE) SELECT (SELECT json_agg(',
  );
});
