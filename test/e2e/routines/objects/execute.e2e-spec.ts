import { CUSTOMER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { SOUTHBAY, TestApp, type Answer, type Place } from '../../../support/test-app.js';

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
      .as(place ? 'bob.bay' : 'fia.clerk', place)
      .send('POST', '/database/execute', { ObjectName, ObjectType, Parameters });

  const statement = [
    { Name: '@ToDate', Value: '2030-12-31' },
    { Name: 'customerid', Value: CUSTOMER.alpenmarkt },
    { Name: 'FromDate', Value: '2020-01-01' },
  ];

  // Requirement: R149, R150
  it('answers the rows of a table function with the digits and columns of Returns', async () => {
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

  it('requires the permission of the routine', async () => {
    const call = { ObjectName: 'CustomerStatement', ObjectType: 3, Parameters: statement };
    const send = (): Promise<Answer> => app.as('omar.outside').send('POST', '/database/execute', call);
    await refused(app, send, 403, 'PermissionRequired');
  });

  // Requirement: R150
  it('answers the value of a scalar function with a positional parameter', async () => {
    const { body } = await execute('SleepTest', 'ScalarFunction', [{ Value: '0' }]);
    expect(body.Result).toEqual({ ResultSets: [], OutputParameters: {}, ReturnValue: true });
  });

  // Requirement: R151
  it('cancels a call at the timeout and serves the next one', async () => {
    await refused(app, () => execute('SleepTest', 2, [{ Value: 30 }]), 504, 'QueryTimeout');
    expect((await execute('SleepTest', 2, [{ Value: 0 }])).status).toBe(200);
  });

  // Requirement: T39
  it.each([
    ['an unknown object', 'pg_sleep', 2],
    ['an object of another type', 'SleepTest', 3],
  ])('answers 404 for %s', async (_, name, type) => {
    await refused(app, () => execute(name, type, [{ Value: 0 }]), 404, 'NotFound');
  });

  // Requirement: R150
  it('reports everything that is wrong with a body', async () => {
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

  it('installs the routines in every environment of the definition file, each on its own data', async () => {
    const { status, body } = await execute('CustomerStatement', 3, statement, SOUTHBAY);
    expect({ status, sets: body.Result?.ResultSets }).toEqual({ status: 200, sets: [[]] });
  });

  it('grants execution only to the restricted role of the environment', async () => {
    const schema = await app.schema();
    const routines = await app.query(
      `SELECT p.proname, p.prosecdef, p.proconfig, p.proowner = current_user::regrole AS own,
         has_function_privilege('public', p.oid, 'EXECUTE') AS open,
         (SELECT array_agg(r.rolname::text) FROM aclexplode(p.proacl) a JOIN pg_roles r ON r.oid = a.grantee
          WHERE r.rolname <> current_user) AS callers
       FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE n.nspname = $1 AND p.proname ~ '^[A-Z]' ORDER BY 1`,
      [schema],
    );
    const [{ role }] = await app.query<{ role: string }>(
      `SELECT rolname AS role FROM pg_roles WHERE rolname ~ ('^' || $1 || '_code_[0-9a-f]{6}$')
         AND has_database_privilege(oid, current_database(), 'CONNECT')`,
      [schema],
    );
    expect(routines).toEqual(
      ['CustomerStatement', 'RepriceCategory', 'SleepTest'].map((proname) => ({
        proname,
        prosecdef: false,
        proconfig: [`search_path=${schema}, pg_temp`],
        own: true,
        open: false,
        callers: [role],
      })),
    );
    const [rights] = await app.query(
      `SELECT rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
         has_schema_privilege(oid, $2, 'CREATE') AS creates, has_schema_privilege(oid, 'platform', 'USAGE') AS platform,
         has_database_privilege(oid, current_database(), 'TEMP') AS temporary,
         (SELECT count(*)::int FROM pg_auth_members m WHERE m.member = r.oid) AS memberships
       FROM pg_roles r WHERE rolname = $1`,
      [role, schema],
    );
    expect(Object.values(rights as object).every((value) => value === false || value === 0)).toBe(true);
  });
});
