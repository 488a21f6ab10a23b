import { ROLE, USER } from '../../../support/demo.js';
import { type Answer, byId, TestApp, where } from '../../../support/test-app.js';

const WITHIN_MS = 1_000;

// See docs/interface/access.md#when-changes-take-effect
describe('a change on one node takes effect on another within a second', () => {
  let here: TestApp;
  let there: TestApp;
  beforeAll(async () => {
    here = await TestApp.start();
    there = await here.startAnother();
  });
  afterAll(async () => {
    await there.stop();
    await here.stop();
  });

  const done = async (call: Promise<Answer>): Promise<void> => {
    const answer = await call;
    expect([answer.status, answer.body.Errors]).toEqual([200, []]);
  };
  /** Milliseconds until the other node shows the change. */
  const untilThere = async (isSo: () => Promise<boolean>, change: () => Promise<Answer>): Promise<number> => {
    expect(await isSo()).toBe(false);
    await done(change());
    const startedAt = performance.now();
    while (!(await isSo()))
      if (performance.now() - startedAt > 5_000) throw new Error('The other node does not notice.');
    return performance.now() - startedAt;
  };
  const readScope = async (user: string): Promise<string> =>
    (await there.as(user).get('/access?entityName=Customer')).body.Result[0].Read;
  const ada = () => here.as('ada.admin');

  it('of a scope, a role of a user or a disabled user', async () => {
    const scope = await untilThere(
      async () => (await readScope('tess.temp')) === 'Team',
      () => ada().insert('RoleAccess', { RoleId: ROLE.salesAssistant, EntityName: 'Customer', Read: 'Team' }),
    );
    const role = await untilThere(
      async () => (await readScope('omar.outside')) !== 'None',
      () => ada().insert('UserRole', { UserId: USER.omar, RoleId: ROLE.salesRep }),
    );
    const user = await untilThere(
      async () => (await there.as('nina.north').get('/access')).status === 401,
      () => ada().update('User', { IsActive: false }, byId(USER.nina)),
    );
    for (const ms of [scope, role, user]) expect(ms).toBeLessThan(WITHIN_MS);
  });

  // Requirement: F12
  it('of a new field, even while all signals between nodes are lost', async () => {
    const entity = await ada().select('Entity', { WhereClause: where('EntityName', 'EqualTo', 'Customer') });
    const [{ Id: EntityId }] = entity.body.Result;
    const isThere = (name: string) => async (): Promise<boolean> =>
      (await there.as('ada.admin').select('Customer', { SelectedFields: [name] })).status === 200;
    const field = (FieldName: string) => (): Promise<Answer> =>
      ada().insert('Field', { EntityId, FieldName, FieldType: 'Text' });
    expect(await untilThere(isThere('Nickname'), field('Nickname'))).toBeLessThan(WITHIN_MS);
    const { length } = await here.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query ~ '^(LISTEN|NOTIFY)'`,
    );
    expect(length).toBe(2);
    expect(await untilThere(isThere('Surname'), field('Surname'))).toBeLessThan(WITHIN_MS);
  });
});
