import { CUSTOMER, ORDER, USER } from '../../../support/demo.js';
import { byId, SOUTHBAY, TestApp, where } from '../../../support/test-app.js';

const NOBODYS = '00000000-0000-4000-8000-00000000dead';

// See docs/interface/access.md#explain-access
describe('GET /api/v1/access/explain', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  const ask = (user: string, query: Readonly<Record<string, string>>) =>
    app.as(user).get(`/access/explain?${new URLSearchParams(query).toString()}`);
  const explained = async (user: string, query: Readonly<Record<string, string>>): Promise<unknown> => {
    const { status, body } = await ask(user, query);
    expect([status, body.Errors]).toEqual([200, []]);
    const { Allowed, Scope, Reasons } = body.Result;
    return [Allowed, Scope, Reasons.map(({ Kind, Name }: { Kind: string; Name: string }) => `${Kind} ${Name}`)];
  };
  const info = async (entity: string, id: string): Promise<string> =>
    (await app.as('ada.admin').row(entity, id)).RecordInformationId as string;
  const refusal = async (user: string, query: Readonly<Record<string, string>>): Promise<unknown> => {
    const { status, body } = await ask(user, query);
    return [
      status,
      body.ErrorDetails.map(({ Code, FieldName }: { Code: string; FieldName?: string }) => `${Code} ${FieldName}`),
    ];
  };

  it('names the roles that give a scope, or that none does', async () => {
    const of = (operation: string, entityName = 'customer') => explained('nina.north', { entityName, operation });
    expect(await of('READ')).toEqual([true, 'Own', ['Role SalesRep']]);
    expect(await of('Delete')).toEqual([false, 'None', ['Scope Customer']]);
    expect(await of('Read', 'User')).toEqual([true, 'None', ['Scope User', 'Rule User']]);
    expect(await of('Update', 'Notification')).toEqual([
      true,
      'Own',
      ['Rule Notification', 'WritableFields Notification'],
    ]);
    expect(await of('Update', 'AuditEntry')).toEqual([false, 'None', ['Scope AuditEntry', 'Rule AuditEntry']]);
    expect(await explained('ada.admin', { entityName: 'Customer', operation: 'Delete' })).toEqual([
      true,
      'All',
      ['Administrator Administrator'],
    ]);
  });

  it('names each sentence and its values, for other languages', async () => {
    const { body } = await ask('nina.north', { entityName: 'Customer', operation: 'Read' });
    expect(body.Result.Reasons).toEqual([
      {
        Kind: 'Role',
        Name: 'SalesRep',
        Code: 'RoleScope',
        Params: { Scope: 'Own', Operation: 'read', EntityName: 'Customer' },
        Refuses: false,
        Text: 'The role gives scope Own to read Customer.',
      },
    ]);
    const refused = await ask('nina.north', { entityName: 'Customer', operation: 'Delete' });
    expect(refused.body.Result.Reasons).toMatchObject([{ Code: 'NoScope', Refuses: true }]);
  });

  it('judges a record by owner and team', async () => {
    const mine = await info('Customer', CUSTOMER.bistro);
    const ninas = { entityName: 'Customer', operation: 'Update', recordId: mine };
    expect(await explained('nina.north', ninas)).toEqual([true, 'Own', ['Role SalesRep', 'Owner Customer']]);
    const byAda = (userId: string, operation = 'Update') => explained('ada.admin', { ...ninas, operation, userId });
    expect(await byAda(USER.sara)).toEqual([false, 'Own', ['Role SalesRep', 'Owner Customer']]);
    expect(await byAda(USER.mona)).toEqual([true, 'Team', ['Role SalesManager', 'Team SalesNorth']]);
    expect(await byAda(USER.sara, 'Read')).toEqual([false, 'Own', ['Role SalesRep', 'Owner Customer']]);
    expect(await byAda(USER.dirkDisabled)).toEqual([false, 'None', ['Rule IsActive']]);
  });

  it('agrees with what reads and writes do', async () => {
    for (const [id, user] of [
      [CUSTOMER.bistro, 'nina.north'],
      [CUSTOMER.cafe, 'mona.manager'],
      [CUSTOMER.alpenmarkt, 'fia.clerk'],
    ] as const) {
      const recordId = await info('Customer', id);
      const update = await app.as(user).update('Customer', { Phone: '+43 1 9876543' }, byId(id));
      const answer = await ask(user, { entityName: 'Customer', operation: 'Update', recordId });
      expect([user, answer.body.Result.Allowed]).toEqual([user, update.status === 200]);
    }
  });

  it('explains moves by their transitions', async () => {
    const recordId = await info('Order', ORDER.o1);
    const { body } = await ask('nina.north', { entityName: 'Order', operation: 'Move', recordId });
    const { body: available } = await app
      .as('nina.north')
      .get(`/status/available?recordId=${recordId}&includeBlocked=true`);
    const { ToStatusList, Blocked } = available.Result;
    const names = [...ToStatusList, ...Blocked].map(({ Name }: { Name: string }) => Name);
    const moves = body.Result.Reasons.filter(({ Kind }: { Kind: string }) => Kind === 'Transition');
    expect(body.Result.Allowed).toBe(ToStatusList.length > 0);
    if (names.length > 0) expect(moves.map(({ Name }: { Name: string }) => Name)).toEqual(names);
    expect(await explained('nina.north', { entityName: 'Customer', operation: 'Move' })).toEqual([
      false,
      'Own',
      ['Role SalesRep', 'Rule Customer'],
    ]);
  });

  describe('of what roles, permissions and filters hide', () => {
    const STATUS = {
      submitted: 'd18886d9-75d0-46ef-b514-919cd0584541',
      picking: 'e5eafc5c-fc14-48ca-bf74-e1d373d5ab60',
    };
    let recordId: string;

    /** Asks about a move of the order from a status. @returns allowed, and reasons beside those of scopes and owners */
    const moving = async (user: string, userId?: string) => {
      const { body } = await ask(user, {
        entityName: 'Order',
        operation: 'Move',
        recordId,
        ...(userId !== undefined && { userId }),
      });
      const kinds = new Set(['Transition', 'Permission', 'Role']);
      const reasons = (body.Result.Reasons as { Kind: string; Name: string; Text: string }[]).filter(
        ({ Kind, Text }) => kinds.has(Kind) && !Text.startsWith('The role gives'),
      );
      return [body.Result.Allowed, ...reasons.map(({ Kind, Name, Text }) => `${Kind} ${Name}: ${Text}`)];
    };
    const place = async (status: keyof typeof STATUS, priority: string) => {
      const values = [ORDER.o1, STATUS[status], priority];
      const set = `"StatusId" = $2, "Priority" = $3, "SubTotal" = CASE WHEN $3 = 'Low' THEN 200000 ELSE 10 END`;
      await app.query(`UPDATE ${await app.schema()}."Order" SET ${set} WHERE "Id" = $1`, values);
    };

    beforeAll(async () => void (recordId = await info('Order', ORDER.o1)));

    it('names roles and permissions that a transition lacks to Administrators, and hides it from others', async () => {
      await place('picking', 'Normal');
      expect(await moving('ada.admin', USER.mona)).toEqual([
        false,
        expect.stringMatching(/^Transition Ship: Leads to Shipped. Hidden: A role or permission is missing/),
        'Role WarehouseOperator: The transition Ship is for these roles; the user has none of them.',
        'Permission Orders.Ship: The transition Ship needs this permission; no role of the user gives it.',
      ]);
      const { body } = await ask('ada.admin', { entityName: 'Order', operation: 'Move', recordId, userId: USER.mona });
      expect(body.Result.Reasons.find(({ Name }: { Name: string }) => Name === 'Ship')).toMatchObject({
        Code: 'TransitionHidden',
        Params: { ToStatusName: 'Shipped' },
        Refuses: true,
        ErrorDetails: expect.arrayContaining([
          { Code: 'PermissionRequired', Message: 'A role or permission is missing.' },
        ]),
      });
      expect((await moving('mona.manager')).filter((text) => String(text).includes('Ship'))).toEqual([]);
      const ada = await moving('ada.admin');
      expect([ada[0], ada[1]]).toEqual([true, 'Transition Ship: Leads to Shipped.']);
    });

    it('names transitions whose filters fail to Administrators alone', async () => {
      await place('submitted', 'Low');
      const hidden = 'Transition Confirm: Leads to Confirmed. Hidden: Its filters do not hold.';
      expect(await moving('ada.admin', USER.mona)).toEqual(
        expect.arrayContaining([hidden, 'Role SalesManager: The transition Confirm is for this role of the user.']),
      );
      expect(await moving('ada.admin')).toContain(hidden);
      expect((await moving('mona.manager')).join()).not.toContain('Confirm');
      await place('submitted', 'Normal');
      expect((await moving('mona.manager')).join()).toContain('Role SalesManager: The transition Confirm');
    });

    it('names what decides about the Manual workflows of an entity', async () => {
      const execute = (user: string, userId?: string) =>
        explained(user, { entityName: 'Order', operation: 'Execute', ...(userId !== undefined && { userId }) });
      expect(await execute('nina.north')).toEqual([true, 'None', ['Rule ExportOrderDocuments', 'Role SalesRep']]);
      expect(await execute('fia.clerk')).toEqual([false, 'None', ['Rule Order']]);
      expect(await execute('ada.admin', USER.fia)).toEqual([
        false,
        'None',
        ['Rule ExportOrderDocuments', 'Role SalesRep, SalesManager, Auditor'],
      ]);
      const run = await app.as('fia.clerk').send('POST', '/workflows/execute/00000000-0000-4000-8000-000000000000', {});
      expect(run.status).toBe(404);
    });
  });

  it('is 404 for records that the caller may not read, as for those that do not exist', async () => {
    const foreign = await info('Customer', CUSTOMER.fern);
    const texts = [];
    for (const recordId of [foreign, NOBODYS, CUSTOMER.bistro]) {
      const answer = await ask('nina.north', { entityName: 'Customer', operation: 'Read', recordId });
      expect([answer.status, answer.body.ErrorDetails[0].FieldName]).toEqual([404, 'recordId']);
      texts.push(answer.body.Errors[0]);
    }
    expect(new Set(texts).size).toBe(1);
    const mine = await info('Customer', CUSTOMER.bistro);
    const bay = await app
      .as('bob.bay', SOUTHBAY)
      .get(`/access/explain?entityName=Customer&operation=Read&recordId=${mine}`);
    expect(bay.status).toBe(404);
  });

  it('is for Administrators where it asks about others, and 404 for users of other tenants', async () => {
    const about = (userId: string) => ({ entityName: 'Customer', operation: 'Read', userId });
    expect(await refusal('nina.north', about(USER.sara))).toEqual([403, ['AdministratorRequired userId']]);
    expect(await refusal('nina.north', about(NOBODYS))).toEqual([403, ['AdministratorRequired userId']]);
    expect((await ask('nina.north', about(USER.nina.toUpperCase()))).status).toBe(200);
    for (const id of [NOBODYS, USER.bob])
      expect(await refusal('ada.admin', about(id))).toEqual([404, ['NotFound userId']]);
  });

  it('answers all faults of the query string at once', async () => {
    const query = { entityName: '', operation: 'constructor', recordId: '__proto__', userId: 'x' };
    expect(await refusal('nina.north', query)).toEqual([
      400,
      ['Validation entityName', 'Validation operation', 'Validation recordId', 'Validation userId'],
    ]);
    expect(await refusal('nina.north', { entityName: 'constructor', operation: 'Read' })).toEqual([
      404,
      ['UnknownEntity entityName'],
    ]);
    expect(await refusal('nina.north', {})).toEqual([400, ['Validation entityName', 'Validation operation']]);
    const twice = await app.as('nina.north').get('/access/explain?entityName=Customer&entityName=Order&operation=Read');
    expect([twice.status, twice.body.ErrorDetails.length]).toEqual([400, 1]);
  });

  it('names the lock of an approval', async () => {
    const schema = await app.schema();
    await app.query(`UPDATE ${schema}."Order" SET "ApprovalRequestId" = gen_random_uuid() WHERE "Id" = $1`, [ORDER.o2]);
    const recordId = await info('Order', ORDER.o2);
    const reasons = (entityName: string, id: string) =>
      explained('nina.north', { entityName, operation: 'Update', recordId: id });
    expect(await reasons('Order', recordId)).toEqual([
      false,
      'Own',
      ['Role SalesRep', 'Owner Order', 'Lock ApprovalRequest'],
    ]);
    const lines = await app
      .as('nina.north')
      .select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', ORDER.o2) });
    const line = lines.body.Result[0].RecordInformationId;
    expect(await reasons('OrderLine', line)).toEqual([
      false,
      'Own',
      ['Role SalesRep', 'Owner OrderLine', 'Lock ApprovalRequest'],
    ]);
  });
});
