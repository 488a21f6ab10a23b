import { type Answer, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';

type Described = Answer['body'];

describe('descriptions of the caller and of entities', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const entity = async (user: string, name: string): Promise<Described> => {
    const { status, body } = await app.as(user).get(`/entities/${name}`);
    expect([status, body.IsSuccess, body.TotalRecords]).toEqual([200, true, 1]);
    return body.Result;
  };
  const field = ({ Fields }: Described, name: string): Described =>
    Fields.find(({ FieldName }: Described) => FieldName === name);

  describe('GET /api/v1/me', () => {
    it('answers the caller with teams, roles and permissions', async () => {
      const { status, body } = await app.as('fia.clerk').get('/me');
      expect([status, body.TotalRecords, body.CorrelationId]).toEqual([200, 1, null]);
      expect(body.Result).toEqual({
        Id: expect.any(String),
        UserName: 'fia.clerk',
        DisplayName: 'Fia Clerk',
        Email: expect.stringContaining('@'),
        IsAdministrator: false,
        Teams: [{ Id: expect.any(String), Name: 'Finance', IsPrimary: true }],
        Roles: [{ Id: expect.any(String), Name: 'FinanceClerk', Label: 'Finance clerk' }],
        Permissions: ['Statements.Run'],
        TimeZone: expect.any(String),
        Language: null,
        UserTimeZone: null,
      });
    });

    it('answers changes of the user at once, and another tenant’s user not at all', async () => {
      const Email = 'new@example.com';
      await app.as('ada.admin').update('User', { Email }, where('UserName', 'EqualTo', 'sara.south'));
      expect((await app.as('sara.south').get('/me')).body.Result.Email).toBe(Email);
      expect((await app.as('sara.south', SOUTHBAY).get('/me')).status).toBe(403);
    });
  });

  describe('GET /api/v1/entities', () => {
    it('lists what the caller may know, with their scopes', async () => {
      const { body } = await app.as('nina.north').get('/entities');
      expect(body.TotalRecords).toBe(body.Result.length);
      const known = new Map(body.Result.map((each: Described) => [each.EntityName, each]));
      expect(known.get('Customer')).toEqual({
        EntityName: 'Customer',
        Label: 'Customer',
        PluralLabel: 'Customers',
        IsSystem: false,
        DisplayField: 'Name',
        AllowSoftDelete: true,
        MembersRestore: false,
        Searchable: false,
        Create: 'Own',
        Read: 'Own',
        Update: 'Own',
        Delete: 'None',
      });
      expect(known.get('User')).toMatchObject({ IsSystem: true, DisplayField: 'DisplayName', Read: 'None' });
      for (const name of ['Role', 'RoleAccess', 'Entity', 'Workflow'])
        expect([name, known.has(name)]).toEqual([name, false]);
      const all = (await app.as('ada.admin').get('/entities')).body.Result;
      expect(all.length).toBe((await app.as('ada.admin').get('/access')).body.Result.length);
    });
  });

  describe('GET /api/v1/entities/{name}', () => {
    it('describes fields, rules, defaults and values, in any letter case of the name', async () => {
      const customer = await entity('nina.north', 'cusTOMER');
      expect(customer).toMatchObject({ EntityName: 'Customer', DisplayField: 'Name', Create: 'Own', Delete: 'None' });
      expect(field(customer, 'CustomerNumber')).toMatchObject({
        FieldType: 'AutoNumber',
        ReadOnly: true,
        CanCreate: false,
        CanUpdate: false,
      });
      expect(field(customer, 'Name')).toMatchObject({
        FieldType: 'Text',
        Required: true,
        CanCreate: true,
        CanUpdate: true,
      });
      expect(field(customer, 'CreditLimit')).toMatchObject({ FieldType: 'Decimal', Scale: 2 });
      expect(field(customer, 'Segment').Values[0]).toEqual({
        Value: expect.any(String),
        Text: expect.any(String),
        IsActive: true,
      });
      expect(field(customer, 'RegionId')).toMatchObject({ FieldType: 'Lookup', Target: 'Region' });
      expect(field(customer, 'OpenBalance')).toMatchObject({
        FieldType: 'Rollup',
        ValueType: 'Decimal',
        CanCreate: false,
      });
      const owner = field(customer, 'OwnerId');
      expect(owner).toMatchObject({ IsSystem: true, Target: 'User', CanCreate: true, CanUpdate: true });
      expect([owner.ReadOnly, field(customer, 'CreatedBy').ReadOnly]).toEqual([undefined, true]);
      expect(field(await entity('nina.north', 'Region'), 'OwnerId')).toMatchObject({ ReadOnly: true });
      expect(customer.UniqueKeys).toContainEqual(['TaxId']);
      expect(customer.Relations).toContainEqual(expect.objectContaining({ ChildEntity: 'Contact' }));
      expect(customer.WritableFields).toContain('Name');
      expect(customer.WritableFields).not.toContain('CreditLimitX');
    });

    it('keeps the digits of numbers', async () => {
      const caller = app.as('ada.admin');
      const Fields = [
        { FieldName: 'Big', FieldType: 'Int', Min: '0', Max: '9007199254740993', Default: '9007199254740993' },
      ];
      expect((await caller.insert('Entity', { EntityName: 'Exact', Fields })).status).toBe(200);
      expect((await caller.get('/entities/Exact')).text).toContain('"Max":9007199254740993');
    });

    it('answers descriptions, and how deleted records come back', async () => {
      const Fields = [
        { FieldName: 'Name', FieldType: 'Text', Description: 'As on its label.' },
        { FieldName: 'Plain', FieldType: 'Text' },
      ];
      const created = {
        EntityName: 'Told',
        Description: 'Told of.',
        MembersRestore: true,
        AllowSoftDelete: true,
        Fields,
      };
      await app.as('ada.admin').inserted('Entity', created);
      const told = await entity('ada.admin', 'Told');
      expect(told).toMatchObject({
        Description: 'Told of.',
        AllowSoftDelete: true,
        MembersRestore: true,
        Searchable: false,
      });
      expect(told.Fields.map(({ Description }: Described) => Description).slice(0, 2)).toEqual([
        'As on its label.',
        undefined,
      ]);
    });

    it('lists active approval processes to readers of the entity', async () => {
      const process = { Name: 'Old way', EntityName: 'Order', IsActive: false };
      const Steps = [{ Name: 'One', Approvers: { Users: ['ada.admin'] } }];
      await app.as('ada.admin').inserted('ApprovalProcess', { ...process, Steps });
      expect((await entity('nina.north', 'Order')).Approvals).toEqual([
        { ProcessId: expect.any(String), Name: expect.any(String), StartMode: 'Automatic' },
      ]);
      expect((await entity('nina.north', 'Region')).Approvals).toEqual([]);
      expect((await entity('nina.north', 'User')).Approvals).toEqual([]);
    });

    it('describes the active lifecycle with its statuses', async () => {
      const { Lifecycle, WritableFields, Fields } = await entity('nina.north', 'Order');
      expect(Lifecycle.Id).toMatch(/^[0-9a-f-]{36}$/);
      expect(Lifecycle.Statuses[0]).toEqual({
        Id: expect.any(String),
        Name: 'Draft',
        Label: 'Draft',
        Color: expect.anything(),
        IsInitial: true,
        IsFinal: false,
      });
      expect(WritableFields).not.toContain('StatusId');
      expect(field({ Fields }, 'StatusId')).toMatchObject({ CanCreate: true, CanUpdate: false });
    });

    it('follows WritableFields', async () => {
      const caller = app.as('ada.admin');
      const role = await caller.inserted('Role', {
        Name: 'Phone editor',
        RoleAccess: [{ EntityName: 'Customer', Read: 'All', Update: 'All', WritableFields: ['Phone'] }],
      });
      await caller.inserted('User', { UserName: 'phil.phone', DisplayName: 'Phil', UserRole: [{ RoleId: role }] });
      const customer = await entity('phil.phone', 'Customer');
      expect(customer.WritableFields).toEqual(['Phone']);
      expect([field(customer, 'Phone').CanUpdate, field(customer, 'Name').CanUpdate]).toEqual([true, false]);
      // What the caller may not know is neither a target nor a relation.
      expect([field(customer, 'RegionId').Target, customer.Relations]).toEqual([
        undefined,
        [expect.objectContaining({ Name: 'ChildCustomers' })],
      ]);
    });

    it('shows only the fields that every member may read, where there is no access', async () => {
      const { Fields, Relations, Rules, UniqueKeys, DisplayField } = await entity('nina.north', 'User');
      expect(Fields.map(({ FieldName }: Described) => FieldName)).toEqual(['DisplayName', 'IsActive', 'Id']);
      expect([Relations, Rules, UniqueKeys, DisplayField]).toEqual([[], [], [], 'DisplayName']);
    });

    it.each([
      ['Role', 403, 'ScopeNone'],
      ['Nothing', 404, 'UnknownEntity'],
      ['constructor', 404, 'UnknownEntity'],
      ['__proto__', 404, 'UnknownEntity'],
      ['%00', 404, 'UnknownEntity'],
      ['%3Cscript%3E', 404, 'UnknownEntity'],
    ])('refuses %s with %i %s', async (name, status, code) => {
      const answer = await app.as('nina.north').get(`/entities/${name}`);
      expect([answer.status, answer.body.ErrorDetails[0].Code]).toEqual([status, code]);
    });
  });
});
