import { CUSTOMER } from '../../../support/demo.js';
import { type Answer, byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';

const SECRET = '4711.00';

let app: TestApp;
let ada: Caller;
let schema: string;
beforeAll(async () => {
  app = await TestApp.start();
  ada = app.as('ada.admin');
  schema = await app.schema();
  await ada.update('Customer', { CreditLimit: SECRET }, byId(CUSTOMER.bistro));
  for (const FieldName of ['AvailableCredit', 'CreditLimit'])
    await ada.update(
      'Field',
      { Protection: 'Hidden' },
      {
        Filters: [
          { FieldName: 'EntityId.EntityName', Operator: 'EqualTo', Value: 'Customer' },
          { FieldName: 'FieldName', Operator: 'EqualTo', Value: FieldName },
        ],
      },
    );
});
afterAll(() => app?.stop());

/** Definition of a routine of a text. @param body statements of PL/pgSQL */
const routine = (name: string, body: string, more: Row = {}): Row => ({
  ObjectName: name,
  ObjectType: 2,
  ReturnType: 'Text',
  AllowWrites: true,
  RequiredPermission: 'Orders.Export',
  Definition: `CREATE FUNCTION "${name}"() RETURNS text LANGUAGE plpgsql AS $body$ BEGIN ${body} END $body$`,
  ...more,
});
const customers = () => `"${schema}"."Customer"`;
const reading = (): string => `RETURN (SELECT "CreditLimit" FROM ${customers()} WHERE "Id" = '${CUSTOMER.bistro}');`;
const called = (user: string, ObjectName: string): Promise<Answer> =>
  app.as(user).send('POST', '/database/execute', { ObjectName, ObjectType: 2 });

/** A call that fails and says nothing of the value. */
async function expectRefused(name: string): Promise<void> {
  const { status, text } = await called('nina.north', name);
  expect([name, status, text.includes(SECRET)]).toEqual([name, 400, false]);
}

it('keep protected fields from routines, reading and writing, in any words', async () => {
  const update = (what: string): string => `UPDATE ${customers()} SET ${what} WHERE "Id" = '${CUSTOMER.bistro}';`;
  const bodies = {
    Reads: reading(),
    ReadsRow: `RETURN (SELECT c::text FROM ${customers()} c WHERE "Id" = '${CUSTOMER.bistro}');`,
    Writes: `${update('"CreditLimit" = 1')} RETURN 'done';`,
    Returns: `DECLARE found text; BEGIN ${update(`"Phone" = '1'`).replace(';', ' RETURNING "CreditLimit" INTO found;')} RETURN found; END;`,
    Acts: `EXECUTE 'SET ROLE ' || quote_ident(replace(session_user, '_code_', '_full_')); ${reading()}`,
  };
  for (const [name, body] of Object.entries(bodies)) {
    await ada.inserted('DatabaseObject', routine(name, body));
    await expectRefused(name);
  }
  await ada.inserted('DatabaseObject', routine('Phones', `${update(`"Phone" = '2'`)} RETURN 'done';`));
  expect((await called('nina.north', 'Phones')).body.Result.ReturnValue).toBe('done');
});

it('let a routine read and write them that says so and needs a permission', async () => {
  const open = routine('Limit', reading(), { ReadsProtected: true });
  const without = await ada.insert('DatabaseObject', { ...open, RequiredPermission: null });
  expect(without.status).toBe(400);
  expect(without.text).toMatch(/ReadsProtected needs a RequiredPermission/);
  const id = await ada.inserted('DatabaseObject', open);
  expect((await called('nina.north', 'Limit')).body.Result.ReturnValue).toBe(SECRET);
  expect((await called('fia.clerk', 'Limit')).status).toBe(403);

  const write = `UPDATE ${customers()} SET "CreditLimit" = 4712 WHERE "Id" = '${CUSTOMER.bistro}'; RETURN 'done';`;
  await ada.inserted('DatabaseObject', routine('SetLimit', write, { ReadsProtected: true }));
  const before = await ada.row('Customer', CUSTOMER.bistro);
  const answer = await called('nina.north', 'SetLimit');
  expect(answer.body).toMatchObject({ StatusCode: '200', RecordAffected: 1 });
  const after = await ada.row('Customer', CUSTOMER.bistro);
  expect([String(after.CreditLimit), after.RowVersion]).toEqual(['4712', before.RowVersion + 1]);
  const { CorrelationId } = answer.body;
  const entries = await ada.select('AuditEntry', { WhereClause: where('CorrelationId', 'EqualTo', CorrelationId) });
  expect(entries.body.Result).toMatchObject([{ RecordId: CUSTOMER.bistro, Source: 'DatabaseObject' }]);
  // Nothing has changed since, and the triggers of the other login are in force.
  expect((await called('nina.north', 'Phones')).body).toMatchObject({ RecordAffected: 0 });

  await ada.update('DatabaseObject', { ReadsProtected: false }, byId(id));
  await expectRefused('Limit');
  await ada.update('DatabaseObject', { ReadsProtected: true }, byId(id));
  expect((await called('nina.north', 'Limit')).status).toBe(200);
});

it('are not called by routines without the right', async () => {
  await ada.inserted('DatabaseObject', routine('Asks', `RETURN "${schema}"."Limit"();`));
  await expectRefused('Asks');
});
