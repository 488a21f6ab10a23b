import { TEAM, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Row, TestApp, where } from '../../../support/test-app.js';
import { ApprovalCalls, type Submitted } from '../../approvals/requests/approval-calls.js';
import { entityNamed } from '../../lifecycle/blueprints/tickets.js';
import { move, newOrder, STATUS } from '../../lifecycle/moves/statuses.js';

const ABOUT = ['StatusHistory', 'ApprovalRequest'] as const;

// See docs/interface/records.md#owners-and-teams
describe('history and requests of a record with a new owner', () => {
  let app: TestApp;
  let calls: ApprovalCalls;
  beforeAll(async () => {
    app = await TestApp.start();
    calls = new ApprovalCalls(app);
  });
  afterAll(() => app.stop());

  const ada = () => app.as('ada.admin');
  const about = async (user: string, entity: (typeof ABOUT)[number], recordId: string): Promise<readonly Row[]> =>
    (await app.as(user).select(entity, { WhereClause: where('RecordId', 'EqualTo', recordId) })).body.Result;
  /** Numbers of history rows and requests that a user reads. */
  const read = async (user: string, recordId: string): Promise<readonly number[]> => [
    (await about(user, 'StatusHistory', recordId)).length,
    (await about(user, 'ApprovalRequest', recordId)).length,
  ];
  /** Owners and teams of all rows about a record. */
  const owners = async (recordId: string): Promise<readonly unknown[]> => {
    const rows = await Promise.all(ABOUT.map((entity) => about('ada.admin', entity, recordId)));
    return [...new Set(rows.flat().map((row) => `${String(row.OwnerId)} ${String(row.OwnerTeamId)}`))];
  };
  const give = (entity: string, OwnerId: string, id: string): Promise<Answer> =>
    ada().update(entity, { OwnerId }, byId(id));
  const given = async (entity: string, owner: string, id: string): Promise<void> =>
    expect((await give(entity, owner, id)).body.Errors).toEqual([]);
  /** An order of nina in Draft with a closed request. */
  const approved = async (): Promise<Submitted> => {
    const order = await calls.order('10800.00');
    expect((await calls.decide('mona.manager', order.requestId, 'Approve')).status).toBe(200);
    return order;
  };
  const ofSara = `${USER.sara} ${TEAM.salesSouth}`;
  const ofNina = `${USER.nina} ${TEAM.salesNorth}`;

  // Requirement: R170, R179
  it('follow it, so that the new owner reads them and the former one does not', async () => {
    const { id, recordId } = await approved();
    expect(await read('nina.north', recordId)).toEqual([1, 1]);
    expect(await read('sara.south', recordId)).toEqual([0, 0]);
    const [request] = await about('ada.admin', 'ApprovalRequest', recordId);
    const mark = await app.mark();
    await given('Order', USER.sara, id);
    expect(await read('nina.north', recordId)).toEqual([0, 0]);
    expect(await read('sara.south', recordId)).toEqual([1, 1]);
    expect(await owners(recordId)).toEqual([ofSara]);
    expect((await about('ada.admin', 'StatusHistory', recordId))[0]).toMatchObject({
      RowVersion: 2,
      UpdatedBy: USER.ada,
    });
    expect((await about('ada.admin', 'ApprovalRequest', recordId))[0].RowVersion).toBe(Number(request.RowVersion) + 1);
    const changes = await app.query(
      `SELECT entity, operation, old, owner_before, team_before, owner_after, team_after, source
       FROM platform.change WHERE position > $1 AND entity = ANY($2) ORDER BY entity`,
      [mark, ABOUT],
    );
    const change = {
      operation: 'Update',
      old: { OwnerId: USER.nina, OwnerTeamId: TEAM.salesNorth },
      owner_before: USER.nina,
      team_before: TEAM.salesNorth,
      owner_after: USER.sara,
      team_after: TEAM.salesSouth,
      source: null,
    };
    expect(changes).toEqual([
      { entity: 'ApprovalRequest', ...change },
      { entity: 'StatusHistory', ...change },
    ]);
  });

  it('keep their owner where the record is locked', async () => {
    const { id, recordId } = await calls.order('10800.00');
    await refused(app, () => give('Order', USER.sara, id), 423, 'ApprovalLocked');
    expect(await owners(recordId)).toEqual([ofNina]);
  });

  it('follow a move that gives the record away', async () => {
    const { recordId } = await newOrder(app);
    const Fields = [{ FieldName: 'OwnerId', Value: USER.sara }];
    expect((await move(ada(), recordId, STATUS.submitted, { body: { Fields } })).body.Errors).toEqual([]);
    expect(await read('sara.south', recordId)).toEqual([2, 0]);
    expect(await owners(recordId)).toEqual([ofSara]);
  });

  it('follow a step of a batch', async () => {
    const { id, recordId } = await approved();
    const Fields = [{ FieldName: 'OwnerId', Value: USER.sara }];
    const step = { Operation: 'Update', EntityName: 'Order', Fields, WhereClause: byId(id) };
    expect((await ada().batch([step])).body.Errors).toEqual([]);
    expect(await owners(recordId)).toEqual([ofSara]);
  });

  it('keep their versions where the owner stays', async () => {
    const { id, recordId } = await newOrder(app);
    await given('Order', USER.nina, id);
    expect((await about('ada.admin', 'StatusHistory', recordId))[0].RowVersion).toBe(1);
  });

  // Requirement: R170, R179
  it('follow the owner to another team, those of deleted records when they are restored', async () => {
    const [live, gone] = [await approved(), await approved()];
    expect((await ada().delete('Order', byId(gone.id))).body.Errors).toEqual([]);
    expect(await read('sven.manager', live.recordId)).toEqual([0, 0]);
    await ada().update('User', { PrimaryTeamId: TEAM.salesSouth }, byId(USER.nina));
    try {
      expect(await read('sven.manager', live.recordId)).toEqual([1, 1]);
      expect(await read('mona.manager', live.recordId)).toEqual([0, 0]);
      expect((await about('ada.admin', 'StatusHistory', gone.recordId))[0].OwnerTeamId).toBe(TEAM.salesNorth);
      expect((await ada().restore('Order', byId(gone.id))).body.Errors).toEqual([]);
      // The restore has started another request.
      expect(await read('sven.manager', gone.recordId)).toEqual([1, 2]);
      expect(await owners(gone.recordId)).toEqual([`${USER.nina} ${TEAM.salesSouth}`]);
    } finally {
      await ada().update('User', { PrimaryTeamId: TEAM.salesNorth }, byId(USER.nina));
    }
    expect(await owners(live.recordId)).toEqual([ofNina]);
  });

  describe('that others take their owner from', () => {
    /** Creates an entity of which `parent` determines the owner. */
    const entity = (EntityName: string, parent?: string): Promise<string> =>
      ada().inserted('Entity', {
        EntityName,
        AllowSoftDelete: true,
        Fields: [
          { FieldName: 'Title', FieldType: 'Text' },
          ...(parent ? [{ FieldName: 'Above', FieldType: 'Lookup', TargetId: entityNamed(parent) }] : []),
        ],
        ...(parent && { OwnerFrom: 'Above' }),
      });
    let lifecycle: string;
    let process: string;
    beforeAll(async () => {
      await entity('Claim');
      await entity('Letter', 'Claim');
      await entity('Answer', 'Letter');
      lifecycle = await ada().inserted('Lifecycle', {
        Name: 'Answers',
        EntityName: 'Answer',
        Statuses: [{ Name: 'Open', IsInitial: true }],
      });
      process = await ada().inserted('ApprovalProcess', {
        Name: 'AnswerApproval',
        EntityName: 'Answer',
        StartOn: ['Insert'],
        Steps: [{ Sequence: 1, Name: 'Sales', Approvers: { Users: ['mona.manager'] }, Rule: 'Any' }],
      });
    });

    /** A claim of nina with a letter and its answer, which is under approval. */
    async function claim(): Promise<{ readonly id: string; readonly letter: string; readonly answer: Submitted }> {
      const id = await ada().inserted('Claim', { Title: 'x', OwnerId: USER.nina });
      const letter = await ada().inserted('Letter', { Above: id });
      const { Id, RecordInformationId: recordId } = (await ada().insert('Answer', { Above: letter })).body.Result;
      const [request] = await calls.requests(recordId);
      return { id, letter, answer: { id: Id, recordId, requestId: request.Id as string } };
    }

    it('follow over several levels, the open request of a locked record too', async () => {
      const { id, answer } = await claim();
      expect(await read('nina.north', answer.recordId)).toEqual([1, 1]);
      await given('Claim', USER.sara, id);
      expect(await read('nina.north', answer.recordId)).toEqual([0, 0]);
      expect(await read('sara.south', answer.recordId)).toEqual([1, 1]);
      expect(await calls.taskTexts(answer.requestId)).toEqual(['1 mona.manager Open']);
      expect((await calls.decide('mona.manager', answer.requestId, 'Approve')).status).toBe(200);
    });

    it('follow a restored record to the owner that it has by now', async () => {
      const { id, answer } = await claim();
      await calls.decide('mona.manager', answer.requestId, 'Approve');
      await ada().delete('Answer', byId(answer.id));
      await given('Claim', USER.sara, id);
      expect(await owners(answer.recordId)).toEqual([ofNina]);
      await ada().restore('Answer', byId(answer.id));
      expect(await owners(answer.recordId)).toEqual([ofSara]);
    });

    it('follow a record that a database object gives to another owner', async () => {
      const { answer } = await claim();
      await calls.decide('mona.manager', answer.requestId, 'Approve');
      const other = await ada().inserted('Claim', { Title: 'y', OwnerId: USER.sara });
      const letter = await ada().inserted('Letter', { Above: other });
      await ada().inserted('DatabaseObject', {
        ObjectName: 'PassOn',
        ObjectType: 1,
        Parameters: [
          { Name: 'answer', Type: 'Uuid' },
          { Name: 'letter', Type: 'Uuid' },
        ],
        AllowWrites: true,
        Definition: `CREATE OR REPLACE PROCEDURE "PassOn"(answer uuid, letter uuid) LANGUAGE sql
          AS $$ UPDATE "Answer" SET "Above" = letter WHERE "Id" = answer $$`,
      });
      const Parameters = [{ Value: answer.id }, { Value: letter }];
      const call = { ObjectName: 'PassOn', ObjectType: 1, Parameters };
      expect((await ada().send('POST', '/database/execute', call)).body.Errors).toEqual([]);
      expect((await ada().row('Answer', answer.id)).OwnerId).toBe(USER.sara);
      expect(await owners(answer.recordId)).toEqual([ofSara]);
    });

    it('follow when decisions are made meanwhile', async () => {
      const claims = await Promise.all([1, 2, 3, 4].map(() => claim()));
      const answers = await Promise.all(
        claims.flatMap(({ id, answer }) => [
          give('Claim', USER.sara, id),
          calls.decide('mona.manager', answer.requestId, 'Approve'),
        ]),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      for (const { answer } of claims) {
        expect(await owners(answer.recordId)).toEqual([ofSara]);
        expect(await calls.stateOf(answer, 'Answer')).toBe('Approved');
      }
    });

    it('follow after the process was deleted and the lifecycle deactivated', async () => {
      const { id, answer } = await claim();
      await calls.decide('mona.manager', answer.requestId, 'Approve');
      const open = where('EntityName', 'EqualTo', 'Answer');
      for (const request of (await ada().select('ApprovalRequest', { WhereClause: open })).body.Result as Row[])
        if (request.State === 'Pending') await calls.decide('mona.manager', request.Id as string, 'Approve');
      expect((await ada().delete('ApprovalProcess', byId(process))).body.Errors).toEqual([]);
      expect((await ada().update('Lifecycle', { IsActive: false }, byId(lifecycle))).body.Errors).toEqual([]);
      await given('Claim', USER.sara, id);
      expect(await read('sara.south', answer.recordId)).toEqual([1, 1]);
      expect(await owners(answer.recordId)).toEqual([ofSara]);
    });
  });
});
