import { insert, remove, update } from '../../../support/batch-steps.js';
import { ORDER, ROLE, USER } from '../../../support/demo.js';
import { byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';

let app: TestApp;
let ada: Caller;
/** Owner of the order o1. */
let nina: Caller;
let recordId: string;
beforeAll(async () => {
  app = await TestApp.start();
  [ada, nina] = [app.as('ada.admin'), app.as('nina.north')];
  await ada.update('Entity', { AllowShares: true }, where('EntityName', 'EqualTo', 'Order'));
  await ada.update('Relation', { InheritsAccess: true }, where('ChildEntityId.EntityName', 'EqualTo', 'OrderLine'));
  recordId = (await ada.row('Order', ORDER.o1)).RecordInformationId;
});
afterAll(() => app?.stop());

const share = (members: Row): Promise<string> => nina.inserted('RecordShare', { RecordId: recordId, ...members });
const idsOf = async (user: string, entity: string): Promise<ReadonlySet<string>> =>
  new Set(
    (await app.as(user).select(entity, { Pager: { PageSize: 100 } })).body.Result.map(({ Id }: Row) => String(Id)),
  );
const salesOf = (entity: string): Row => ({
  Filters: [
    { FieldName: 'RoleId.Name', Operator: 'EqualTo', Value: 'SalesManager' },
    { FieldName: 'EntityName', Operator: 'EqualTo', Value: entity },
  ],
});

/** Gains and losses of a user, by entity and operation. */
async function preview(user: string, ...Changes: readonly object[]): Promise<Row> {
  const { body } = await ada.send('POST', '/access/preview', { Changes });
  const own = body.Result.Users.filter(
    ({ UserName, EntityName }: Row) => UserName === user && String(EntityName).startsWith('Order'),
  );
  return Object.fromEntries(
    own.map(({ EntityName, Operation, Gained, Lost }: Row) => [
      `${String(EntityName)} ${String(Operation)}`,
      [Gained, Lost],
    ]),
  );
}

it('do not count as lost by a narrower scope', async () => {
  const id = await share({ UserId: USER.mona, Update: true });
  const steps = ['Order', 'OrderLine'].map((entity) =>
    update('RoleAccess', { Read: 'Own', Update: 'Own' }, salesOf(entity)),
  );
  const before = await Promise.all([idsOf('mona.manager', 'Order'), idsOf('mona.manager', 'OrderLine')]);
  const previewed = await preview('mona.manager', ...steps);
  for (const entity of ['Order', 'OrderLine'])
    await ada.update('RoleAccess', { Read: 'Own', Update: 'Own' }, salesOf(entity));
  const after = await Promise.all([idsOf('mona.manager', 'Order'), idsOf('mona.manager', 'OrderLine')]);
  expect([after[0], after[1].size]).toEqual([new Set([ORDER.o1]), 2]);
  const [orders, lines] = after.map((ids, i) => [0, [...before[i]].filter((each) => !ids.has(each)).length]);
  expect(previewed).toEqual({
    'Order Read': orders,
    'Order Update': orders,
    'OrderLine Read': lines,
    'OrderLine Update': lines,
  });
  await nina.delete('RecordShare', byId(id));
});

it('are lost and gained with the team or role that they are for', async () => {
  const TeamId = await ada.inserted('Team', { Name: 'Helpers' });
  const member = await ada.inserted('TeamMember', { TeamId, UserId: USER.sara });
  await share({ TeamId });
  await share({ RoleId: ROLE.warehouse });
  const leaves = remove('TeamMember', byId(member));
  expect(await preview('sara.south', leaves)).toEqual({ 'Order Read': [0, 1], 'OrderLine Read': [0, 2] });
  expect(await preview('nils.north', insert('TeamMember', { TeamId, UserId: USER.nils }))).toEqual({
    'Order Read': [1, 0],
    'OrderLine Read': [2, 0],
  });
  await share({ UserId: USER.sara });
  expect(await preview('sara.south', leaves)).toEqual({});
});

it('name the giver to those who ask who may read a record', async () => {
  const { body } = await ada.get(`/access/readers?entityName=Order&recordId=${recordId}`);
  const sara = body.Result.find(({ UserName }: Row) => UserName === 'sara.south');
  expect(sara.Reasons).toContainEqual(expect.objectContaining({ Kind: 'Share', Name: 'nina.north' }));
  const { Id, RecordInformationId } = (
    await ada.select('OrderLine', { WhereClause: where('OrderId', 'EqualTo', ORDER.o1) })
  ).body.Result[0];
  const ofLine = await ada.get(`/access/readers?entityName=OrderLine&recordId=${RecordInformationId}`);
  const reader = ofLine.body.Result.find(({ UserName }: Row) => UserName === 'sara.south');
  expect([Id, reader.Reasons.filter(({ Kind }: Row) => Kind === 'Share').map(({ Name }: Row) => Name)]).toEqual([
    Id,
    ['nina.north'],
  ]);
});
