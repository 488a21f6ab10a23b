import { restoredLookups, restoreChecks } from '#records/core/deletes/restoration.js';
import { compileRestore } from '#records/core/deletes/restore-records.sql.js';
import { Args } from '#core/statements/args.js';
import { bound, entityOf, givenId, writer } from '../inserts/write-fixture.js';

const ctx = writer();

describe('the statement of a restore', () => {
  const compiled = (...names: readonly string[]) => {
    const args = new Args(ctx);
    const rows = names.map((name) => ({ entity: entityOf(name), ids: args.add([givenId(1)], 'uuid[]') }));
    const lookups = rows.map(({ entity }) => restoredLookups(ctx.catalogue, rows, entity));
    const checks = rows.flatMap((group, i) => restoreChecks(ctx, group, lookups[i], i));
    return { checks, text: bound(compileRestore(ctx, rows, lookups, checks), args).text };
  };

  it('refuses clashes and lookups to deleted records, except to those restored as well', () => {
    const { checks, text } = compiled('Order', 'Line');
    expect(checks.map(({ message }) => message)).toEqual([
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
    const { checks, text } = compiled('Tag');
    expect(checks.map(({ fieldName }) => fieldName)).toEqual(['StatusId']);
    expect(text).toContain('CASE WHEN m."RegionId" IN (SELECT t."Id" FROM l0_0 t) THEN m."RegionId" END AS "RegionId"');
    expect(text).toContain('SET "RegionId" = x."RegionId", "OwnerTeamId" = x."OwnerTeamId", "IsDeleted" = false');
  });
});
