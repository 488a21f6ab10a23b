import { CREDIT_NOTE, customer, INVOICE, ORDER, REGION, TEAM, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { byId, TestApp, where } from '../../../support/test-app.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PLACE_IDS = {
  TenantId: 'd60d51c2-e8fe-4abd-8540-8e4c80321412',
  AppId: 'cf07ddf3-7324-478b-8dfa-4b668bb432f6',
  EnvironmentId: 'ecd797ca-34ba-4cc5-9b09-5e5f9c2d7031',
};
const SYSTEM_FIELDS =
  'Id RecordInformationId StatusId OwnerId OwnerTeamId TenantId AppId EnvironmentId CreatedBy CreatedOn UpdatedBy UpdatedOn RowVersion IsDeleted';

describe('POST /api/v1/records/insert', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  // Requirement: R70, R71, R73, R74, R92
  it('answers the record in the envelope, with defaults and audit columns', async () => {
    const { status, body } = await app.as('nina.north').insert('Customer', customer({ Name: 'Contoso' }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      IsSuccess: true,
      StatusCode: '200',
      RecordAffected: 1,
      RecordAffectted: 1,
      Errors: [],
    });
    expect(body.CorrelationId).toMatch(UUID);
    const { Result: row } = body;
    expect(row).toMatchObject({ ...PLACE_IDS, Name: 'Contoso', Segment: 'Retail', IsActive: true, Email: null });
    expect(row).toMatchObject({ OwnerId: USER.nina, OwnerTeamId: TEAM.salesNorth, CreatedBy: USER.nina });
    expect(row).toMatchObject({ UpdatedBy: USER.nina, RowVersion: 1, IsDeleted: false, StatusId: null });
    expect(row.CreatedOn).toMatch(/Z$/);
    expect([row.OnboardedOn, row.UpdatedOn]).toEqual([row.CreatedOn.slice(0, 10), row.CreatedOn]);
  });

  // Requirement: R25, R26, R27
  it('gives a record an Id and a separate record-information id, both usable as filters', async () => {
    const { body } = await app.as('nina.north').insert('Customer', customer());
    const { Id, RecordInformationId } = body.Result;
    expect(Id).toMatch(UUID);
    expect(RecordInformationId).toMatch(UUID);
    expect(RecordInformationId).not.toBe(Id);
    for (const filter of [byId(Id), where('RecordInformationId', 'EqualTo', RecordInformationId)]) {
      const found = await app.as('nina.north').select('Customer', { SelectedFields: ['Id'], WhereClause: filter });
      expect(found.body.Result).toEqual([{ Id }]);
    }
  });

  // Requirement: R71
  it('answers own fields first and system fields last in one flat object', async () => {
    const { body } = await app.as('nina.north').insert('Customer', customer());
    const names = Object.keys(body.Result);
    expect([names[0], names.slice(-14).join(' ')]).toEqual(['CustomerNumber', SYSTEM_FIELDS]);
  });

  // Requirement: R30
  it('reads names and ids in any letter case and answers the canonical form', async () => {
    const fields = { NAME: 'Any', taxid: 'DE700000001', regionID: REGION.north.toUpperCase() };
    const { status, body } = await app.as('nina.north').insert('cUSTOMER', fields);
    expect([status, body.Result?.Name, body.Result?.RegionId]).toEqual([200, 'Any', REGION.north]);
  });

  it.each(['return=id', 'handling=strict, return="id"'])('answers only the id with Prefer: %s', async (Prefer) => {
    const { status, body } = await app.as('nina.north').insert('Customer', customer(), { Prefer });
    expect(status).toBe(200);
    expect(body.Result).toMatch(UUID);
  });

  // See docs/interface/records.md#results-of-writes
  it('answers a writer without read scope only the identity of the record', async () => {
    const fields = { InvoiceId: INVOICE.i8, Amount: '1.00', Reason: 'Broken in transit' };
    const { status, body } = await app.as('nina.north').insert('CreditNote', fields);
    expect(status).toBe(200);
    expect(body.Result).toEqual({
      Id: expect.stringMatching(UUID),
      RecordInformationId: expect.stringMatching(UUID),
      RowVersion: 1,
    });
  });

  // Requirement: R93
  it('answers 403 without create scope, whatever else is wrong', async () => {
    const nothing = { Nonsense: 1, Id: CREDIT_NOTE.c4 };
    const [detail] = await refused(app, () => app.as('nina.north').insert('Product', nothing), 403, 'ScopeNone');
    expect(detail.Message).toBe('You have no create access to Product.');
    await refused(app, () => app.as('omar.outside').insert('Customer', customer()), 403, 'ScopeNone');
  });

  it('answers 404 with a suggestion for an unknown entity', async () => {
    const [detail] = await refused(app, () => app.as('omar.outside').insert('Custommer', {}), 404, 'UnknownEntity');
    expect(detail.Message).toContain("Did you mean 'Customer'?");
  });

  // Requirement: R32
  it.each([
    ['no body', '', 'Validation'],
    ['an array', [], 'Validation'],
    ['no EntityName', { Fields: [] }, 'Validation'],
    ['no Fields', { EntityName: 'Customer' }, 'Validation'],
    ['Fields of another kind', { EntityName: 'Customer', Fields: { Name: 'x' } }, 'Validation'],
    ['an element that is no assignment', { EntityName: 'Customer', Fields: ['Name'] }, 'Validation'],
  ])('refuses %s', async (_, body, code) => {
    await refused(app, () => app.as('nina.north').send('POST', '/records/insert', body), 400, code);
  });

  // Requirement: R15, T2
  it('refuses a misspelt member with a suggestion', async () => {
    const send = (): ReturnType<TestApp['send']> =>
      app
        .as('nina.north')
        .send('POST', '/records/insert', { entityName: 'Customer', EntityName: 'Customer', Fields: [] });
    const [detail] = await refused(app, send, 400, 'UnknownMember');
    expect(detail.Message).toMatch(/did you mean 'EntityName'\?/i);
  });

  it('refuses entities that only the service writes', async () => {
    await refused(app, () => app.as('ada.admin').insert('StatusHistory', {}), 400, 'Validation');
  });

  it('refuses such entities as nested children too', async () => {
    const fields = { RecordId: ORDER.o1, Tasks: [{ AssigneeId: USER.nina }] };
    const [detail] = await refused(app, () => app.as('ada.admin').insert('ApprovalRequest', fields), 400, 'Validation');
    expect(detail.Message).toBe('ApprovalTask records can be updated only.');
  });
});
