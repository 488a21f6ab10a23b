import { ROLE, USER } from '../../support/demo.js';
import { SOUTHBAY, TestApp, where } from '../../support/test-app.js';

describe('GET /api/v1/permissions (R159, R160)', () => {
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
  ])('%s is listed the granted ones, by name, with the roles they come from', async (user, expected) => {
    const { Result, TotalRecords, CorrelationId } = await permissions(user);
    expect(Result).toEqual(expected.map(([Name, Source]) => ({ Name, Source })));
    expect([TotalRecords, CorrelationId]).toEqual([expected.length, null]);
  });

  it('an Administrator is listed the granted ones only (contract §14.6)', async () => {
    const names = (await permissions('ada.admin')).Result.map(({ Name }: { Name: string }) => Name);
    expect(names).toEqual(['Access.CloneRole', 'Audit.Read', 'Metadata.Manage', 'Operations.Read']);
    expect((await permissions('bob.bay', SOUTHBAY)).Result).toEqual(expect.any(Array));
  });

  it('one that several roles grant is one row that names them all; a change holds on the next request (R161)', async () => {
    const grant = { RoleId: ROLE.outsider, PermissionId: { Match: { FieldName: 'Name', Value: 'Orders.Export' } } };
    const { body } = await app.as('ada.admin').insert('RolePermission', grant);
    expect((await permissions('omar.outside')).Result).toEqual([{ Name: 'Orders.Export', Source: 'Outsider' }]);
    const role = await app.as('ada.admin').insert('UserRole', { UserId: USER.omar, RoleId: ROLE.salesRep });
    expect((await permissions('omar.outside')).Result).toEqual([
      { Name: 'Orders.Export', Source: 'Outsider, SalesRep' },
    ]);
    await app.as('ada.admin').delete('UserRole', where('Id', 3, role.body.Result.Id));
    await app.as('ada.admin').delete('RolePermission', where('Id', 3, body.Result.Id));
    expect((await permissions('omar.outside')).Result).toEqual([]);
  });

  it('asks for a token and for membership', async () => {
    expect((await app.send('GET', '/api/v1/permissions')).status).toBe(401);
    expect((await app.as('nina.north', SOUTHBAY).get('/permissions')).status).toBe(403);
  });
});
