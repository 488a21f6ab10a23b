import { randomUUID } from 'node:crypto';
import { behindLocks, sessionsWait } from '../../../support/behind-locks.js';
import { type Answer, byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';

/** A process, and a record of its entity. */
interface Place {
  readonly processId: string;
  readonly recordKey: string;
  readonly recordId: string;
}

type Call = (place: Place) => Promise<Answer>;

// See docs/approvals.md#starts
describe('a start of a request and a change of its process at the same time', () => {
  let app: TestApp;
  let ada: Caller;
  let schema: string;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    schema = await app.schema();
    for (const EntityName of ['Crate', 'Barrel'])
      await ada.inserted('Entity', { EntityName, Fields: [{ FieldName: 'Name', FieldType: 'Text' }] });
  });
  afterAll(() => app.stop());

  /** Crates are submitted by every update, barrels by hand. */
  const place = async (EntityName: string): Promise<Place> => {
    const Steps = [{ Name: 'Check', Approvers: { Users: ['frank.finance'] }, Rule: 'Any' }];
    const mode = EntityName === 'Crate' ? { StartMode: 'Automatic', StartOn: ['Update'] } : { StartMode: 'Manual' };
    const processId = await ada.inserted('ApprovalProcess', { Name: randomUUID(), EntityName, Steps, ...mode });
    const { Id: recordKey, RecordInformationId: recordId } = (await ada.insert(EntityName, { Name: 'a' })).body.Result;
    return { processId, recordKey, recordId };
  };
  const starts: Readonly<Record<string, Call>> = {
    Crate: ({ recordKey }) => ada.update('Crate', { Name: 'b' }, byId(recordKey)),
    Barrel: ({ recordId }) => ada.insert('ApprovalRequest', { RecordId: recordId }),
  };
  const remove: Call = ({ processId }) => ada.delete('ApprovalProcess', byId(processId));
  const deactivate: Call = ({ processId }) => ada.update('ApprovalProcess', { IsActive: false }, byId(processId));

  /** Makes writers of requests wait. */
  const lockRequests = (): string => `LOCK TABLE "${schema}"."ApprovalRequest" IN SHARE MODE`;
  /** Makes those wait that submit a barrel, after the service has stored their request. */
  const lockBarrel = ({ recordKey }: Place): string =>
    `SELECT 1 FROM "${schema}"."Barrel" WHERE "Id" = '${recordKey}' FOR UPDATE`;

  /** Lets the one call wait for the table of requests, and then the other. @returns their answers in this order */
  const oneAfterTheOther = (first: () => Promise<Answer>, second: () => Promise<Answer>): Promise<readonly Answer[]> =>
    behindLocks(app, [lockRequests()], async (release) => {
      const one = first();
      await sessionsWait(app, 1);
      const other = second();
      await sessionsWait(app, 2);
      await release();
      return Promise.all([one, other]);
    });

  /** Open requests of a record with their process, and the lock: null, or the Id of the request. */
  const stateOf = async (entity: string, { recordKey, recordId }: Place) => {
    const open = { Filters: [...filters(where('RecordId', 3, recordId)), ...filters(where('State', 3, 'Pending'))] };
    const requests: readonly Row[] = (await ada.select('ApprovalRequest', { WhereClause: open })).body.Result;
    const tasks = await ada.select('ApprovalTask', { WhereClause: where('RecordId', 3, recordId) });
    const [{ lock }] = await app.query<{ lock: string | null }>(
      `SELECT "ApprovalRequestId"::text AS lock FROM "${schema}"."${entity}" WHERE "Id" = $1`,
      [recordKey],
    );
    return { requests: requests.map(({ Id }) => Id), tasks: tasks.body.Result.length as number, lock };
  };
  const filters = (clause: unknown): readonly unknown[] => (clause as { readonly Filters: readonly unknown[] }).Filters;

  const FREE = { requests: [], tasks: 0, lock: null };

  /** The record is under approval by one request, which its assignee can close. */
  const expectClosable = async (entity: string, of: Place): Promise<void> => {
    const { requests, lock, tasks } = await stateOf(entity, of);
    expect([requests, tasks]).toEqual([[lock], 1]);
    const decision = { ApprovalRequestId: lock, Decision: 'Approve' };
    expect((await app.as('frank.finance').insert('ApprovalDecision', decision)).body.Errors).toEqual([]);
    expect(await stateOf(entity, of)).toEqual({ ...FREE, tasks: 1 });
  };

  describe.each(['Crate', 'Barrel'])('%s', (entity) => {
    it('keeps the process when the start was first', async () => {
      const of = await place(entity);
      const [started, removed] = await oneAfterTheOther(
        () => starts[entity](of),
        () => remove(of),
      );
      expect([started.status, removed.status, removed.body.ErrorDetails[0].Code]).toEqual([200, 409, 'DeleteBlocked']);
      await expectClosable(entity, of);
      expect((await remove(of)).status).toBe(200);
    });

    it('starts nothing when the process was deleted first', async () => {
      const of = await place(entity);
      const [removed, started] = await oneAfterTheOther(
        () => remove(of),
        () => starts[entity](of),
      );
      // It is prepared anew without the process: an update needs none, a start by hand does.
      const answer = entity === 'Crate' ? [200] : [404, 'NotFound'];
      expect([started.status, ...(started.body.ErrorDetails as readonly Row[]).map(({ Code }) => Code)]).toEqual(
        answer,
      );
      expect(removed.status).toBe(200);
      expect(await stateOf(entity, of)).toEqual(FREE);
      expect((await ada.update(entity, { Name: 'c' }, byId(of.recordKey))).status).toBe(200);
    });

    it('leaves a request that can be closed when the process is deactivated meanwhile', async () => {
      const of = await place(entity);
      const lock = entity === 'Crate' ? lockRequests() : lockBarrel(of);
      const started = await behindLocks(app, [lock], async (release) => {
        const starting = starts[entity](of);
        await sessionsWait(app, 1);
        expect((await deactivate(of)).status).toBe(200);
        await release();
        return starting;
      });
      expect(started.status).toBe(200);
      await expectClosable(entity, of);
    });
  });
});
