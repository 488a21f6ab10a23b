import { byId, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';

const DEVELOPMENT_ID = 'ecd797ca-34ba-4cc5-9b09-5e5f9c2d7031';
const ALPENMARKT = 'de93140a-f4fb-4e24-9c00-85595603a447';
const BISTRO = 'ca1f151d-33b0-4b34-bdaf-4ced3e48255a';
const FERN = '1bf88119-aa07-4458-ab6c-d39d3e537fe6';
const NORTH = '92dfec16-2fb4-4e5b-af94-9fed99faf7ed';

// Requirement: R134
describe('POST /api/v1/queries/select', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  /** Runs SQL past the service for changes that no single request can make. `$table` is the table of an entity. */
  async function direct(entityName: string, text: string, values: readonly unknown[] = []): Promise<void> {
    const [{ schema }] = await app.query<{ schema: string }>(
      'SELECT schema_name AS schema FROM platform.environment WHERE id = $1',
      [DEVELOPMENT_ID],
    );
    await app.query(text.replaceAll('$table', `"${schema}"."${entityName}"`), values);
  }

  describe('rows', () => {
    // Requirement: R136, R25, R27, T62
    it('are flat, with own and system fields in order and exact numbers', async () => {
      const { status, body, text } = await app
        .as('nina.north')
        .select('customer', { WhereClause: where('id', 'EqualTo', BISTRO) });
      expect([status, body.TotalRecords, body.RecordAffected, body.CorrelationId]).toEqual([200, 1, 0, null]);
      expect(text).toContain('"CreditLimit":5000.00,');
      expect(Object.keys(body.Result[0]).join()).toBe(
        'CustomerNumber,Name,TaxId,Email,Phone,Segment,CreditLimit,IsActive,OnboardedOn,Preferences,ErpId,RegionId,' +
          'ParentCustomerId,AccountManagerId,OpenBalance,AvailableCredit,Id,RecordInformationId,StatusId,OwnerId,OwnerTeamId,TenantId,AppId,' +
          'EnvironmentId,CreatedBy,CreatedOn,UpdatedBy,UpdatedOn,RowVersion,IsDeleted',
      );
      expect(body.Result[0]).toMatchObject({
        Id: BISTRO,
        RecordInformationId: 'ec454b7f-5201-40d0-b209-496a72355da7',
        Name: 'Bistro Blau',
        OnboardedOn: '2025-02-15',
        RegionId: NORTH,
        Phone: null,
        TenantId: 'd60d51c2-e8fe-4abd-8540-8e4c80321412',
      });
      expect(body.Result[0].CreatedOn).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    });

    // Requirement: R136
    it('contain each selected field once, in the order of selection', async () => {
      const SelectedFields = ['regionid.name', 'Name', 'NAME', 'AccountManagerId.DisplayName'];
      const { text } = await app.as('ada.admin').select('Customer', { SelectedFields, WhereClause: byId(ALPENMARKT) });
      expect(text).toContain(
        '"Result":[{"RegionId.Name":"North","Name":"Alpenmarkt AG","AccountManagerId.DisplayName":"Mona Manager"}]',
      );
    });

    it('contain all fields for *, beside dotted ones and once', async () => {
      const rows = async (SelectedFields?: readonly string[]) =>
        (await app.as('nina.north').select('Customer', { SelectedFields, WhereClause: byId(ALPENMARKT) })).body.Result;
      const [all] = await rows();
      expect(await rows(['*'])).toEqual([all]);
      const [wider] = await rows(['RegionId.Name', 'Name', '*']);
      expect(wider).toEqual({ ...all, 'RegionId.Name': 'North' });
      expect(Object.keys(wider).slice(0, 3)).toEqual(['RegionId.Name', 'Name', 'CustomerNumber']);
    });

    // Requirement: R135
    it('show lookups by their display field', async () => {
      const { body } = await app.as('nina.north').select('Customer', {
        SelectedFields: ['RegionId', 'ParentCustomerId', 'OwnerId'],
        WhereClause: byId(ALPENMARKT),
        LoadLookUpValues: true,
      });
      expect(body.Result).toEqual([
        {
          RegionId: { Id: NORTH, Name: 'North' },
          ParentCustomerId: null,
          OwnerId: { Id: expect.any(String), DisplayName: 'Nina North' },
        },
      ]);
    });

    // Requirement: R26
    // See docs/interface/queries.md#lookup-values-and-record-information
    it('carry record information on request', async () => {
      const { body } = await app.as('ada.admin').select('Order', {
        SelectedFields: ['OrderNumber', 'StatusId.Name'],
        WhereClause: where('ExternalReference', 'EqualTo', 'PO-O2'),
        LoadRecordInfo: true,
      });
      const { 'StatusId.Name': status, RecordInfo } = body.Result[0];
      expect(Object.keys(RecordInfo).join()).toBe(
        'Id,EntityName,RecordId,StatusId,StatusName,OwnerId,OwnerName,CreatedBy,CreatedOn,UpdatedBy,UpdatedOn,ApprovalRequestId',
      );
      expect(RecordInfo).toMatchObject({
        Id: '2dea56f2-e95d-46c5-9fd6-d5f9be4cc986',
        EntityName: 'Order',
        RecordId: '32ab4b77-f6c8-472d-9fb2-a9fdc155a00e',
        StatusName: status,
        OwnerName: 'Nina North',
      });
    });
  });

  describe('scope', () => {
    // Requirement: R132
    it.each([
      ['ada.admin', 8],
      ['hugo.head', 8],
      ['mona.manager', 5],
      ['nina.north', 3],
      ['sara.south', 3],
    ])('lets %s see %i customers, in rows and total', async (user, count) => {
      const paged = await app.as(user).select('Customer', { SelectedFields: ['Id'], Pager: { PageSize: 2 } });
      const all = await app.as(user).select('Customer', { SelectedFields: ['Id'] });
      expect([
        paged.body.TotalRecords,
        paged.body.Result.length,
        all.body.TotalRecords,
        all.body.Result.length,
      ]).toEqual([count, 2, count, count]);
    });

    // Requirement: R132
    it('hides a row out of scope, even by Id', async () => {
      const { status, body } = await app.as('nina.north').select('Customer', { WhereClause: byId(FERN) });
      expect([status, body.Result, body.TotalRecords]).toEqual([200, [], 0]);
    });

    // Requirement: R133, T34
    it('None is refused before checks of shape', async () => {
      const { status, body } = await app.as('omar.outside').select('Customer', { Pager: { PageNumber: 0 } });
      expect([status, body.ErrorDetails.map(({ Code }: { Code: string }) => Code)]).toEqual([403, ['ScopeNone']]);
    });

    // Requirement: T13, T84
    it('of a target decides what a dotted field shows; public fields are shown to every member', async () => {
      const { body } = await app.as('nina.north').select('Customer', {
        SelectedFields: ['AccountManagerId.DisplayName', 'AccountManagerId.Email'],
        WhereClause: byId(ALPENMARKT),
      });
      expect(body.Result).toEqual([{ 'AccountManagerId.DisplayName': 'Mona Manager', 'AccountManagerId.Email': null }]);
    });

    // Requirement: T84
    it('shows every member the public fields of users and no others', async () => {
      const caller = app.as('nina.north');
      const { body } = await caller.select('User', { WhereClause: where('DisplayName', 'Contains', 'north') });
      expect(body.Result.length).toBeGreaterThan(1);
      expect(Object.keys(body.Result[0])).toEqual(['DisplayName', 'IsActive', 'Id']);
      expect((await caller.select('User', { SelectedFields: ['Email'] })).status).toBe(403);
      expect((await caller.select('User', { WhereClause: where('Email', 'Contains', 'nina') })).status).toBe(403);
    });

    // Requirement: R12
    it('ends at the tenant', async () => {
      const { body } = await app.as('bob.bay', SOUTHBAY).select('Customer', { WhereClause: byId(BISTRO) });
      expect(body.Result).toEqual([]);
    });
  });

  describe('deleted rows', () => {
    // Requirement: R121, T32
    it('are gone; a lookup keeps their Id and shows nothing else of them', async () => {
      const caller = app.as('ada.admin');
      const region = (await caller.insert('Region', { Code: 'ZZ', Name: 'Gone', CountryCode: 'DE' })).body.Result.Id;
      const customer = (await caller.insert('Customer', { Name: 'Left', TaxId: 'DE900000099', RegionId: region })).body
        .Result.Id;
      await direct('Region', 'UPDATE $table SET "IsDeleted" = true WHERE "Id" = $1', [region]);
      const find = async (entityName: string, id: string, more: object = {}) =>
        (await caller.select(entityName, { WhereClause: byId(id), ...more })).body.Result;
      expect(await find('Region', region)).toEqual([]);
      expect(await find('Region', region, { IncludeDeleted: true })).toMatchObject([{ Id: region, IsDeleted: true }]);
      expect(await find('Customer', customer, { SelectedFields: ['RegionId', 'RegionId.Name'] })).toEqual([
        { RegionId: region, 'RegionId.Name': null },
      ]);
      expect(await find('Customer', customer, { SelectedFields: ['RegionId'], LoadLookUpValues: true })).toEqual([
        { RegionId: { Id: region, Name: null } },
      ]);
      await direct('Customer', 'DELETE FROM $table WHERE "Id" = $1', [customer]);
    });

    it('are readable by Administrators only', async () => {
      const { status, body } = await app.as('hugo.head').select('Customer', { IncludeDeleted: true });
      expect([status, body.ErrorDetails[0].Code]).toEqual([403, 'AdministratorRequired']);
    });
  });

  describe('refusals', () => {
    // Requirement: R137
    it('report an unknown entity with a suggestion', async () => {
      const { status, body } = await app.as('ada.admin').select('Custmer');
      expect([status, body.ErrorDetails[0].Code, body.Result]).toEqual([404, 'UnknownEntity', null]);
      expect(body.Errors[0]).toContain('Customer');
    });

    // Requirement: R137
    it('report every fault of a query at once', async () => {
      const { status, body } = await app.as('ada.admin').select('Customer', {
        SelectedFields: ['Nmae'],
        Sort: [{ FieldName: 'Preferences' }, { FieldName: 'Name', Direction: 0 }],
        WhereClause: where('Nix', 'EqualTo', 1),
        Pager: { PageSize: 1001 },
        Includes: [{ Name: 'Segment' }],
      });
      expect(status).toBe(400);
      expect(body.ErrorDetails.map(({ Path }: { Path: string }) => Path).toSorted()).toEqual([
        'Includes[0].Name',
        'Pager.PageSize',
        'SelectedFields[0]',
        'Sort[0].FieldName',
        'Sort[1].Direction',
        'WhereClause.Filters[0].FieldName',
      ]);
    });
  });
});
