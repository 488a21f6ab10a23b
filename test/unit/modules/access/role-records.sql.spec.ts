import { Args } from '../../../../src/core/sql/args.js';
import { rolePartsOf } from '../../../../src/modules/access/clone-role.rules.js';
import { compileLockRecords, compileLockRoles } from '../../../../src/modules/access/role-records.sql.js';
import { bound, givenId, writer } from '../../core/writes/write-fixture.js';

const ctx = writer({});
const live = (entity: string): string => `(SELECT * FROM "env_test"."${entity}" r WHERE NOT r."IsDeleted")`;

it('locks roles in the order of their ids', () => {
  const args = new Args(ctx);
  expect(bound(compileLockRoles(ctx, args.add([givenId(1)], 'uuid[]')), args)).toEqual({
    text: `SELECT r."Id" AS id, r."Name" AS name, r."IsSystem" AS "isSystem" FROM ${live('Role')} r WHERE r."Id" = ANY($1::uuid[]) ORDER BY r."Id" FOR UPDATE OF r`,
    values: [[givenId(1)]],
  });
});

it('locks permissions of roles by name', () => {
  const args = new Args(ctx);
  const [, permissions] = rolePartsOf(ctx);
  const name = `(SELECT n."Name" FROM ${live('Permission')} n WHERE n."Id" = r."PermissionId")`;
  const { text } = bound(compileLockRecords(ctx, permissions, args.add([givenId(1)], 'uuid[]')), args);
  expect(text).toBe(
    `SELECT r."RoleId" AS "roleId", r."Id" AS id, r."PermissionId"::text AS key, ${name} AS name, ('{}') AS values FROM ${live('RolePermission')} r WHERE r."RoleId" = ANY($1::uuid[]) ORDER BY r."Id" FOR UPDATE OF r`,
  );
});

it('locks scopes of roles with all their members', () => {
  const args = new Args(ctx);
  const [scopes] = rolePartsOf(ctx);
  const { text } = bound(compileLockRecords(ctx, scopes, args.add([], 'uuid[]')), args);
  expect(text).toContain('r."EntityName"::text AS key, r."EntityName" AS name');
  for (const { name } of scopes.values) expect(text).toContain(`r."${name}"`);
});
