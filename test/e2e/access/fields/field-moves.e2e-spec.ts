import { ROLE } from '../../../support/demo.js';
import { DEVELOPMENT, type Answer, byId, type Place, type Row, TestApp } from '../../../support/test-app.js';

const PRODUCTION: Place = { ...DEVELOPMENT, EnvironmentId: 'Production' };
const NAMED = {
  Filters: [
    { FieldName: 'EntityId.EntityName', Operator: 'EqualTo', Value: 'Product' },
    { FieldName: 'FieldName', Operator: 'EqualTo', Value: 'SupplierRef' },
  ],
};

let app: TestApp;
let access: string;
beforeAll(async () => {
  app = await TestApp.start();
  const ada = app.as('ada.admin');
  await ada.update('Field', { Protection: 'Hidden' }, NAMED);
  const right = { RoleId: ROLE.warehouse, EntityName: 'Product', FieldName: 'SupplierRef', Read: 'Full' };
  access = await ada.inserted('FieldAccess', right);
});
afterAll(() => app?.stop());

const call = (place: Place, action: string, body?: unknown): Promise<Answer> =>
  app.as('ada.admin', place).send(body === undefined ? 'GET' : 'POST', `/environment/${action}`, body);

/** Changes that the definitions of Development make in Production. */
async function planned(Prune = false): Promise<readonly Row[]> {
  const document = (await call(DEVELOPMENT, 'export')).body.Result;
  const plan = await call(PRODUCTION, 'plan', { ...document, Prune });
  expect(plan.status).toBe(200);
  return plan.body.Result.Changes;
}

async function move(Prune = false): Promise<void> {
  const document = (await call(DEVELOPMENT, 'export')).body.Result;
  expect((await call(PRODUCTION, 'apply', { ...document, Prune })).status).toBe(200);
}

const ada = () => app.as('ada.admin');
const riskOf = (changes: readonly Row[], kind: string): unknown =>
  changes.filter(({ Kind }) => Kind === kind).map(({ Action, Risk }) => [Action, String(Risk).split(':')[0]]);

it('move rights to fields by files, and say whom they widen and narrow', async () => {
  const changes = await planned();
  expect([riskOf(changes, 'Field'), riskOf(changes, 'FieldAccess')]).toEqual([
    [['Update', 'Narrows']],
    [['Create', 'Widens']],
  ]);
  await move();
  expect(await planned()).toEqual([]);
  const described = await app.as('ada.admin', PRODUCTION).select('FieldAccess');
  expect(described.body.Result).toMatchObject([{ Id: access, Read: 'Full', Write: false }]);

  await ada().update('FieldAccess', { Read: 'None' }, byId(access));
  expect(riskOf(await planned(), 'FieldAccess')).toEqual([['Update', 'Narrows']]);
  await ada().update('FieldAccess', { Write: true }, byId(access));
  expect(riskOf(await planned(), 'FieldAccess')).toEqual([['Update', 'Widens']]);
  await ada().delete('FieldAccess', byId(access));
  await ada().update('Field', { Protection: 'None' }, NAMED);
  const back = await planned(true);
  expect([riskOf(back, 'Field'), riskOf(back, 'FieldAccess')]).toEqual([
    [['Update', 'Widens']],
    [['Delete', 'Narrows']],
  ]);
});

it('say that a routine gets values of protected fields', async () => {
  const routine = {
    ObjectName: 'TellNothing',
    ObjectType: 2,
    ReturnType: 'Int',
    RequiredPermission: 'Orders.Export',
    Definition: `CREATE FUNCTION "TellNothing"() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'`,
  };
  const id = await ada().inserted('DatabaseObject', routine);
  expect(riskOf(await planned(), 'DatabaseObject')).toEqual([['Create', 'undefined']]);
  await move();
  await ada().update('DatabaseObject', { ReadsProtected: true }, byId(id));
  expect(riskOf(await planned(), 'DatabaseObject')).toEqual([['Update', 'Widens']]);
  await move();
  expect(await planned()).toEqual([]);
});
