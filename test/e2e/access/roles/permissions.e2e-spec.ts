import { ROLE, USER } from '../../../support/demo.js';
import { byId, SOUTHBAY, TestApp } from '../../../support/test-app.js';

// Requirement: R159, R160
describe('GET /api/v1/permissions', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const permissions = async (user: string, ...place: Parameters<TestApp['as']>[1][]) =>
    (await app.as(user, ...place).get('/permissions')).body;

  it.each([
    ['nina.north', [['Orders.Export', 'SalesRep']]],
    [
      'otto.audit',
      [
        ['Audit.Read', 'Auditor'],
        ['Statements.Run', 'Auditor'],
      ],
    ],
    [
      'dora.dual',
      [
        ['Orders.Export', 'SalesRep'],
        ['Statements.Run', 'FinanceClerk'],
      ],
    ],
    ['omar.outside', []],
  ])('lists the granted permissions of %s by name, with the granting roles', async (user, expected) => {
    const { Result, TotalRecords, CorrelationId } = await permissions(user);
    expect(Result).toEqual(expected.map(([Name, Source]) => ({ Name, Source })));
    expect([TotalRecords, CorrelationId]).toEqual([expected.length, null]);
  });

  // See docs/interface/access.md#permissions
  it('lists only granted permissions for an Administrator', async () => {
    const names = (await permissions('ada.admin')).Result.map(({ Name }: { Name: string }) => Name);
    expect(names).toEqual(['Access.CloneRole', 'Audit.Read', 'Metadata.Manage', 'Operations.Read']);
    expect((await permissions('bob.bay', SOUTHBAY)).Result).toEqual(expect.any(Array));
  });

  // Requirement: R161
  it('lists a permission granted by several roles once, with all roles, and applies changes on the next request', async () => {
    const grant = { RoleId: ROLE.outsider, PermissionId: { Match: { FieldName: 'Name', Value: 'Orders.Export' } } };
    const { body } = await app.as('ada.admin').insert('RolePermission', grant);
    expect((await permissions('omar.outside')).Result).toEqual([{ Name: 'Orders.Export', Source: 'Outsider' }]);
    const role = await app.as('ada.admin').insert('UserRole', { UserId: USER.omar, RoleId: ROLE.salesRep });
    expect((await permissions('omar.outside')).Result).toEqual([
      { Name: 'Orders.Export', Source: 'Outsider, SalesRep' },
    ]);
    await app.as('ada.admin').delete('UserRole', byId(role.body.Result.Id));
    await app.as('ada.admin').delete('RolePermission', byId(body.Result.Id));
    expect((await permissions('omar.outside')).Result).toEqual([]);
  });

  it('requires a token and membership', async () => {
    expect((await app.send('GET', '/api/v1/permissions')).status).toBe(401);
    expect((await app.as('nina.north', SOUTHBAY).get('/permissions')).status).toBe(403);
  });
});
