import { DEVELOPMENT, SOUTHBAY, TestApp } from '../../../support/test-app.js';

type Access = Readonly<Record<'EntityName' | 'Create' | 'Read' | 'Update' | 'Delete', string>>;

const scopes = ({ Create, Read, Update, Delete }: Access): string => [Create, Read, Update, Delete].join(' ');

// Requirement: R154
describe('GET /api/v1/access', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const all = async (user: string): Promise<readonly Access[]> => (await app.as(user).get('/access')).body.Result;

  // Requirement: R78, R79, T25
  it.each([
    ['nina.north', 'Customer', 'Own Own Own None'],
    ['nina.north', 'Product', 'None All None None'],
    ['nina.north', 'CreditNote', 'Own None None None'],
    ['nina.north', 'Payment', 'None None None None'],
    ['mona.manager', 'CreditNote', 'Team Team Team None'],
    ['dora.dual', 'Order', 'Own All All Own'],
    ['dora.dual', 'CreditNote', 'All All Team None'],
    ['otto.audit', 'AuditEntry', 'None All None None'],
    ['otto.audit', 'Order', 'None All None None'],
    ['tess.temp', 'Customer', 'None None None None'],
    ['omar.outside', 'Order', 'None None None None'],
    ['ada.admin', 'Order', 'All All All All'],
    ['ada.admin', 'Role', 'All All All All'],
    ['nina.north', 'Role', 'None None None None'],
  ])('gives %s on %s the widest scopes of all roles: %s', async (user, entity, expected) => {
    const one = await app.as(user).get(`/access?entityName=${entity}`);
    if (expected === undefined) return expect(one.status).toBe(404);
    expect(one.body.Result.map(scopes)).toEqual([expected]);
    const listed = (await all(user)).find(({ EntityName }) => EntityName === entity);
    expect(listed && scopes(listed)).toBe(expected);
  });

  // See docs/interface/access.md#effective-access
  it('lists every entity, including built-in ones and those with scope None', async () => {
    const names = (await all('omar.outside')).map(({ EntityName }) => EntityName);
    expect(names).toEqual(expect.arrayContaining(['Customer', 'Order', 'Role', 'User', 'Lifecycle', 'StatusHistory']));
    const own = new Set(['Notification', 'WorkflowRun', 'WorkflowStep']);
    const outside = (await all('omar.outside')).filter(({ EntityName }) => !own.has(EntityName));
    expect(new Set(outside.map(scopes))).toEqual(new Set(['None None None None']));
    expect(new Set((await all('ada.admin')).map(scopes))).toEqual(new Set(['All All All All']));
  });

  it('reads the entity name and the query parameter in any letter case', async () => {
    const { body } = await app.as('nina.north').get('/access?ENTITYNAME=cUSTOMER');
    expect(body.Result).toEqual([expect.objectContaining({ EntityName: 'Customer', Read: 'Own' })]);
    expect(body).toMatchObject({ TotalRecords: 1, CorrelationId: null });
  });

  it('answers 404 with a suggestion for an unknown entity', async () => {
    const { status, body } = await app.as('nina.north').get('/access?entityName=Custommer');
    expect([status, body.ErrorDetails[0].Code]).toEqual([404, 'UnknownEntity']);
    expect(body.Errors[0]).toContain("Did you mean 'Customer'?");
  });

  // Requirement: R8, R12, T1
  it.each([
    ['another tenant', 'nina.north', SOUTHBAY],
    ['another tenant, the other way round', 'bob.bay', DEVELOPMENT],
    ['an app that only others are members of', 'nina.north', { ...DEVELOPMENT, AppId: 'PeopleDesk' }],
    [
      'an app and an environment that do not belong together',
      'ada.admin',
      { ...SOUTHBAY, TenantId: 'Northgate', AppId: '7b78da56-8699-42bb-a457-8150f42b3543' },
    ],
    ['a tenant that is not', 'nina.north', { ...DEVELOPMENT, TenantId: 'Nowhere' }],
  ])('refuses %s', async (_, user, place) => {
    const { status, body } = await app.as(user, place).get('/access');
    expect([status, body.ErrorDetails]).toEqual([
      403,
      [
        {
          Code: 'NotMember',
          Message: `You are not a member of this environment: it does not exist, or it has no user '${user}'.`,
          Params: { Kind: 'Membership' },
        },
      ],
    ]);
  });

  // Requirement: R6
  it('answers a disabled user like a caller without a valid token', async () => {
    const { status, body, headers } = await app.as('dirk.disabled').get('/access');
    expect([status, body.ErrorDetails[0].Code]).toEqual([401, 'TokenInvalid']);
    expect(headers.get('www-authenticate')).toContain('invalid_token');
  });
});
