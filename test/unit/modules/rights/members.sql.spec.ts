import { render, type Sql } from '../../../../src/core/sql/sql.js';
import {
  compileAssignedUsers,
  compileMembers,
  compileNamesakes,
  compileOwners,
  compileNamingDocuments,
} from '../../../../src/modules/rights/members.sql.js';
import { fixtureContext } from '../../../support/fixture-catalogue.js';

const text = (compile: (ctx: ReturnType<typeof fixtureContext>) => Sql): string =>
  render(compile(fixtureContext())).text;
const live = (entity: string): string => `(SELECT * FROM "env_test"."${entity}" r WHERE NOT r."IsDeleted")`;

it('reads users with their roles and teams', () => {
  const sql = text(compileMembers);
  expect(sql).toContain(
    `ARRAY(SELECT l."RoleId"::text FROM ${live('UserRole')} l WHERE l."UserId" = u."Id") AS "RoleId"`,
  );
  expect(sql).toContain(
    `ARRAY(SELECT l."TeamId"::text FROM ${live('TeamMember')} l WHERE l."UserId" = u."Id") AS "TeamId"`,
  );
  expect(sql).toMatch(/r\."IsSystem" AND r\."Name" = 'Administrator'\) AS administrator/);
  expect(sql).toMatch(/WHERE \$1::uuid\[\] IS NULL OR u\."Id" = ANY\(\$1::uuid\[\]\)$/);
});

it('finds the users of assignments', () => {
  const of = (entity: string): string =>
    `SELECT l."UserId"::text AS id FROM ${live(entity)} l WHERE l."Id" = ANY($1::uuid[])`;
  expect(text(compileAssignedUsers)).toBe(`${of('UserRole')} UNION ${of('TeamMember')}`);
});

it('reads every document that names roles, teams and users', () => {
  const sql = text(compileNamingDocuments);
  for (const name of ['Transition', 'Workflow', 'ApprovalProcess', 'ApprovalRequest', 'Trigger', 'Rule', 'Hook'])
    expect(sql).toContain(live(name));
  expect(sql).toMatch(/"Workflow" r .* t\s+WHERE t\."Actions" IS NOT NULL/s);
});

it('finds owners in the records of every table, deleted ones included', () => {
  const sql = text(compileOwners);
  for (const name of ['Customer', 'Order', 'Notification', 'User'])
    expect(sql).toMatch(new RegExp(`FROM "env_test"\\."${name}" r WHERE `));
  expect(sql).not.toContain('IsDeleted');
  expect(sql).not.toContain('platform.change');
});

it('finds users whose name is another user’s Id', () => {
  expect(text(compileNamesakes)).toContain(`lower(o."UserName") = u."Id"::text OR lower(u."UserName") = o."Id"::text`);
});
