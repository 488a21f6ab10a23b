import { grantedPermissions, maySet, requireScope, scopeOf, scopeSql } from '#core/rights/access.js';
import { NO_ACCESS, OPERATIONS } from '#core/catalogue/scope.js';
import { raw, render } from '#core/sql/sql.js';
import { fixtureContext, fixtureEntity } from '../../../support/fixture-catalogue.js';

const customer = fixtureEntity('Customer');
const reader = fixtureContext({ Customer: 'Team' });

// Requirement: R79
it('gives an Administrator All, a caller the scope of the access table, and None where it has no row', () => {
  const scopes = [fixtureContext(), reader, fixtureContext({})].map((ctx) =>
    OPERATIONS.map((operation) => scopeOf(ctx, customer, operation)),
  );
  expect(scopes).toEqual([
    ['All', 'All', 'All', 'All'],
    ['None', 'Team', 'None', 'None'],
    ['None', 'None', 'None', 'None'],
  ]);
});

// Requirement: R93, R133
it('refuses scope None, naming the missing scope', () => {
  expect(requireScope(reader, customer, 'read')).toBe('Team');
  expect(() => requireScope(reader, customer, 'delete')).toThrow(
    expect.objectContaining({
      code: 'ScopeNone',
      message: 'You have no delete access to Customer.',
      faults: [expect.objectContaining({ params: { EntityName: 'Customer', Operation: 'delete' } })],
    }),
  );
});

it.each([
  ['All', 'true', []],
  ['Team', '(t."OwnerId" = $1::uuid OR t."OwnerTeamId" = ANY($2::uuid[]))', [0, 1]],
  ['Own', 't."OwnerId" = $1::uuid', [0]],
  ['None', 'false', []],
] as const)('renders scope %s as a condition on rows', (scope, text, slots) => {
  expect(render(scopeSql(scope, raw('t')))).toEqual({ text, slots });
});

// See docs/interface/access.md#writable-fields
it('combines the writable fields of roles, and sets no limit for an Administrator', () => {
  const access = new Map([['Customer', { ...NO_ACCESS, writable: new Set(['Name']) }]]);
  const caller = { ...reader, principal: { ...reader.principal, access } };
  const admin = { ...caller, principal: { ...caller.principal, isAdministrator: true } };
  const allowed = [caller, admin, reader].map((ctx) => ['Name', 'TaxId'].map((name) => maySet(ctx, customer, name)));
  expect(allowed).toEqual([
    [true, false],
    [true, true],
    [true, true],
  ]);
});

// Requirement: R160
describe('named permissions', () => {
  const role = (id: string, name: string, ...permissions: readonly string[]) =>
    [id, { id, name, isSystem: false, permissions: new Set(permissions) }] as const;
  const roles = new Map([
    role('1', 'Seller', 'Export', 'Cancel'),
    role('2', 'Clerk', 'Export'),
    role('3', 'Else', 'Void'),
  ]);
  const { catalogue, principal } = reader;
  const organisation = { ...catalogue.organisation, roles };
  const caller = (isAdministrator: boolean) => ({
    ...reader,
    catalogue: Object.assign(Object.create(catalogue) as typeof catalogue, { organisation }),
    principal: { ...principal, roleIds: ['1', '2', 'gone'], isAdministrator },
  });

  it.each([false, true])('are those of the roles, with the granting roles; Administrator: %s', (admin) => {
    expect([...grantedPermissions(caller(admin))]).toEqual([
      ['Export', ['Seller', 'Clerk']],
      ['Cancel', ['Seller']],
    ]);
  });
});
