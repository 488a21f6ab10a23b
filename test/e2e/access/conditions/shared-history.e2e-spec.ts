import { ORDER, ROLE, USER } from '../../../support/demo.js';
import { type Answer, byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';

let app: TestApp;
let ada: Caller;
/** Owner of the orders o1 and o2. */
let nina: Caller;
/** A colleague with scope Own. */
let sara: Caller;
let recordId: string;
/** Lines of o1. */
let lines: readonly string[];
beforeAll(async () => {
  app = await TestApp.start();
  [ada, nina, sara] = ['ada.admin', 'nina.north', 'sara.south'].map((name) => app.as(name));
  await ada.update('Entity', { AllowShares: true }, where('EntityName', 'EqualTo', 'Order'));
  await ada.update('Relation', { InheritsAccess: true }, where('ChildEntityId.EntityName', 'EqualTo', 'OrderLine'));
  recordId = (await ada.row('Order', ORDER.o1)).RecordInformationId;
  const { body } = await ada.select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', ORDER.o1) });
  lines = body.Result.map(({ Id }: Row) => Id);
  await ada.update('Order', { Notes: 'secret', ExternalReference: 'r' }, byId(ORDER.o1));
});
afterAll(() => app?.stop());

const share = (members: Row): Promise<string> => nina.inserted('RecordShare', { RecordId: recordId, ...members });
const history = (entity: string, id: string, query = ''): Promise<Answer> =>
  sara.get(`/records/${entity}/${id}/history${query}`);
const entries = async (entityName: string): Promise<readonly Row[]> =>
  (await sara.select('AuditEntry', { WhereClause: where('EntityName', 'EqualTo', entityName) })).body.Result;
const changed = ({ Changes }: Row): readonly unknown[] => (Changes as readonly Row[]).map(({ FieldName }) => FieldName);
/** Ids of records of others in the entries that the colleague reads. */
const foreign = async (entityName: string): Promise<ReadonlySet<unknown>> =>
  new Set((await entries(entityName)).filter(({ OwnerId }) => OwnerId !== USER.sara).map(({ RecordId }) => RecordId));

it.each(['Own', 'All'])('are read with scope %s on the audit log while the record is shared', async (Read) => {
  const access = await ada.inserted('RoleAccess', { RoleId: ROLE.salesRep, EntityName: 'AuditEntry', Read });
  expect([await foreign('Order'), await foreign('OrderLine')]).toEqual([new Set(), new Set()]);
  const id = await share({ UserId: USER.sara });
  expect([await foreign('Order'), await foreign('OrderLine')]).toEqual([new Set([ORDER.o1]), new Set(lines)]);
  const page = {
    WhereClause: where('RecordId', 'EqualTo', ORDER.o1),
    Sort: [{ FieldName: 'RowVersion', Direction: 2 }],
  };
  const { body } = await sara.select('AuditEntry', { ...page, Pager: { PageSize: 1 } });
  expect([body.Result.map(changed), body.TotalRecords]).toEqual([[['ExternalReference', 'Notes']], 3]);
  await nina.update('RecordShare', { Until: new Date(Date.now() - 1000).toISOString() }, byId(id));
  expect([await foreign('Order'), await foreign('OrderLine')]).toEqual([new Set(), new Set()]);
  await ada.delete('RoleAccess', byId(access));
});

it('are the history of a record, without fields that are hidden', async () => {
  expect([(await history('Order', ORDER.o1)).status, (await history('OrderLine', lines[0])).status]).toEqual([
    404, 404,
  ]);
  const TeamId = (await ada.row('User', USER.sara)).PrimaryTeamId;
  const id = await share({ TeamId });
  const { body } = await history('Order', ORDER.o1);
  expect(changed(body.Result[0])).toEqual(['ExternalReference', 'Notes']);
  expect((await history('OrderLine', lines[0])).body.Result.flatMap(changed)).toContain('Quantity');
  expect((await history('Order', ORDER.o2)).status).toBe(404);
  const at = await history('Order', ORDER.o1, '?at=1');
  expect([at.status, at.body.Result.Notes]).toEqual([200, null]);
  await ada.update(
    'Field',
    { Protection: 'Hidden' },
    {
      Filters: [
        { FieldName: 'EntityId.EntityName', Operator: 'EqualTo', Value: 'Order' },
        { FieldName: 'FieldName', Operator: 'EqualTo', Value: 'Notes' },
      ],
    },
  );
  const hidden = await history('Order', ORDER.o1);
  expect([changed(hidden.body.Result[0]), hidden.text.includes('secret')]).toEqual([['ExternalReference'], false]);
  await nina.delete('RecordShare', byId(id));
  expect((await history('Order', ORDER.o1)).status).toBe(404);
});
