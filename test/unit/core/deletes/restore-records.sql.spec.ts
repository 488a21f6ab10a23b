import { restoredLookups, restoreChecks } from '../../../../src/core/deletes/restoration.js';
import { compileLockDeletedWith, compileRestore } from '../../../../src/core/deletes/restore-records.sql.js';
import { Args } from '../../../../src/core/sql/args.js';
import { bound, entityOf, givenId, writer } from '../writes/write-fixture.js';

const ctx = writer();
const deleted = (entity: string): string => `(SELECT * FROM "env_test"."${entity}" r WHERE r."IsDeleted")`;

it('restores children that the same user deleted at the same moment', () => {
  const args = new Args(ctx);
  const lines = entityOf('Order').children.get('lines')!;
  expect(bound(compileLockDeletedWith(ctx, lines, args.add([givenId(1)], 'uuid[]')), args).text).toBe(
    `SELECT c."Id" AS id FROM ${deleted('Line')} c JOIN ${deleted('Order')} p ON p."Id" = c."OrderId" WHERE p."Id" = ANY($1::uuid[]) ` +
      'AND c."DeletedOn" = p."DeletedOn" AND c."DeletedBy" IS NOT DISTINCT FROM p."DeletedBy" ORDER BY c."Id" FOR UPDATE OF c',
  );
});

describe('the statement of a restore', () => {
  const compiled = (...names: readonly string[]) => {
    const args = new Args(ctx);
    const rows = names.map((name) => ({ entity: entityOf(name), ids: args.add([givenId(1)], 'uuid[]') }));
    const lookups = rows.map(({ entity }) => restoredLookups(ctx.catalogue, rows, entity));
    const guards = rows.flatMap((group, i) => restoreChecks(group, lookups[i], i));
    return { guards, text: bound(compileRestore(ctx, rows, lookups, guards), args).text };
  };

  it('reads deleted rows and locks the live targets of their lookups', () => {
    const { text } = compiled('Order', 'Line');
    expect(text).toContain(`FROM ${deleted('Order')} t WHERE t."Id" = ANY($1::uuid[])`);
    expect(text).toContain(
      'l0_0 AS MATERIALIZED (SELECT t."Id" FROM (SELECT * FROM "env_test"."Customer" r WHERE NOT r."IsDeleted") t WHERE t."Id" IN (SELECT m."CustomerId" FROM m0 m) ORDER BY t."Id" FOR KEY SHARE OF t)',
    );
  });

  it('refuses clashes and lookups to deleted records, except to those restored as well', () => {
    const { guards, text } = compiled('Order', 'Line');
    expect(guards.map(({ message }) => message)).toEqual([
      'Order.CustomerId refers to a deleted Customer; restore that first.',
      'Order.BillToId refers to a deleted Customer; restore that first.',
      'Order.StatusId refers to a deleted Status; restore that first.',
      'Another record already has this value of Number.',
      'Another record already has this value of CustomerId + Title.',
      'Line.OrderId refers to a deleted Order; restore that first.',
      'Line.StatusId refers to a deleted Status; restore that first.',
    ]);
    expect(text).toContain('NOT EXISTS (SELECT 1 FROM x0 d WHERE d."Id" = x."OrderId")');
    expect(text.match(/AND NOT EXISTS \(SELECT 1 FROM fault\) RETURNING/g)).toHaveLength(2);
  });

  it('clears a lookup of a SetNull relation whose target is deleted', () => {
    const { guards, text } = compiled('Tag');
    expect(guards.map(({ fieldName }) => fieldName)).toEqual(['StatusId']);
    expect(text).toContain('CASE WHEN m."RegionId" IN (SELECT t."Id" FROM l0_0 t) THEN m."RegionId" END AS "RegionId"');
    expect(text).toContain('SET "RegionId" = x."RegionId", "OwnerTeamId" = x."OwnerTeamId", "IsDeleted" = false');
  });

  it('leaves owners of OwnerFrom to their target', () => {
    expect(compiled('Order').text).not.toContain('"PrimaryTeamId"');
    expect(compiled('Tag').text).toContain('THEN (SELECT u."PrimaryTeamId"');
  });
});
