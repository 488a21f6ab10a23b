import { CUSTOMER } from '../../support/demo.js';
import { refused } from '../../support/refusal.js';
import { SOUTHBAY, TestApp, type Answer, type Place } from '../../support/test-app.js';

type Parameter = Readonly<Record<string, unknown>>;

describe('POST /database/execute', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start({ STATEMENT_TIMEOUT_MS: '1500' })));
  afterAll(() => app.stop());

  const execute = (
    ObjectName: string,
    ObjectType: unknown,
    Parameters?: readonly Parameter[],
    place?: Place,
  ): Promise<Answer> =>
    app
      .as(place ? 'bob.bay' : 'nina.north', place)
      .send('POST', '/database/execute', { ObjectName, ObjectType, Parameters });

  const statement = [
    { Name: '@ToDate', Value: '2030-12-31' },
    { Name: 'customerid', Value: CUSTOMER.alpenmarkt },
    { Name: 'FromDate', Value: '2020-01-01' },
  ];

  it('answers the rows of a table function with the digits and columns of Returns (R149, R150)', async () => {
    const { status, body, text } = await execute('customerstatement', '3', statement);
    expect(status).toBe(200);
    expect(body).toMatchObject({ TotalRecords: 2, Truncated: false, CorrelationId: null });
    expect(body.Result).toMatchObject({ OutputParameters: {}, ReturnValue: null });
    expect(Object.keys(body.Result.ResultSets[0][0])).toEqual([
      'EntryDate',
      'EntryType',
      'Reference',
      'Debit',
      'Credit',
      'RunningBalance',
    ]);
    expect(text).toContain('"Debit":710.00,"Credit":0.00,"RunningBalance":710.00}');
  });

  it('answers the value of a scalar function, its parameter by place (R150)', async () => {
    const { body } = await execute('SleepTest', 'ScalarFunction', [{ Value: '0' }]);
    expect(body.Result).toEqual({ ResultSets: [], OutputParameters: {}, ReturnValue: true });
  });

  it('ends a call at the time-out, and serves the next one (R151)', async () => {
    await refused(app, () => execute('SleepTest', 2, [{ Value: 30 }]), 504, 'QueryTimeout');
    expect((await execute('SleepTest', 2, [{ Value: 0 }])).status).toBe(200);
  });

  it.each([
    ['an unknown object', 'pg_sleep', 2],
    ['an object of another type', 'SleepTest', 3],
  ])('does not find %s (T39)', async (_, name, type) => {
    await refused(app, () => execute(name, type, [{ Value: 0 }]), 404, 'NotFound');
  });

  it('names everything that is wrong with a body (R150)', async () => {
    const details = await refused(app, () => execute('', 4, 'x' as never), 400, 'Validation');
    expect(details.map(({ Path }) => Path)).toEqual(['ObjectName', 'ObjectType', 'Parameters']);
    const missing = await refused(
      app,
      () => execute('CustomerStatement', 3, [{ Name: 'Nix', Value: 1 }]),
      400,
      'Validation',
    );
    expect(missing).toHaveLength(4);
  });

  it('has objects in every environment of the file, each of its own data', async () => {
    const { status, body } = await execute('CustomerStatement', 3, statement, SOUTHBAY);
    expect({ status, sets: body.Result?.ResultSets }).toEqual({ status: 200, sets: [[]] });
  });

  it('makes objects that run as a powerless role, in their schema, for the service alone (R151)', async () => {
    const routines = await app.query(
      `SELECT p.proname, p.prosecdef, p.proconfig, r.rolcanlogin, r.rolsuper, r.rolinherit,
         has_function_privilege('public', p.oid, 'EXECUTE') AS open,
         has_schema_privilege(r.rolname, n.nspname, 'CREATE') AS creates, has_schema_privilege(r.rolname, 'platform', 'USAGE') AS platform,
         has_database_privilege(r.rolname, current_database(), 'TEMP') AS temporary
       FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_roles r ON r.oid = p.proowner
       WHERE n.nspname = $1 ORDER BY 1`,
      [await app.schema()],
    );
    const search_path = [`search_path=${await app.schema()}, pg_temp`];
    const none = {
      rolcanlogin: false,
      rolsuper: false,
      rolinherit: false,
      open: false,
      creates: false,
      platform: false,
    };
    expect(routines).toEqual(
      ['CustomerStatement', 'RepriceCategory', 'SleepTest'].map((proname) => ({
        proname,
        prosecdef: true,
        proconfig: search_path,
        temporary: false,
        ...none,
      })),
    );
  });
});
