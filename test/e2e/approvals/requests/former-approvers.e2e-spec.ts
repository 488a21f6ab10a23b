import { USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, type Caller, match, type Row, TestApp, where } from '../../../support/test-app.js';
import { ApprovalCalls } from './approval-calls.js';

describe('a user who is no approver of a step any more', () => {
  let app: TestApp;
  let calls: ApprovalCalls;
  const ada = (): Caller => app.as('ada.admin');
  const role = match('Name', 'SalesManager');

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api' });
    calls = new ApprovalCalls(app);
    // Every user may decide: what ends is the task alone.
    const RoleAccess = [
      { EntityName: 'ApprovalDecision', Create: 'All' },
      { EntityName: 'ApprovalTask', Read: 'Own' },
      { EntityName: 'Order', Read: 'Own' },
    ];
    const RoleId = await ada().inserted('Role', { Name: 'Decider', RoleAccess });
    for (const UserId of [USER.mona, USER.frank, USER.fia]) await ada().inserted('UserRole', { UserId, RoleId });
  });
  afterAll(() => app.stop());

  const ok = async (answer: Promise<Answer>): Promise<void> => expect((await answer).body.Errors).toEqual([]);
  const held = async (UserId: string): Promise<string> => {
    const { body } = await ada().select('UserRole', {
      WhereClause: {
        Filters: [
          { FieldName: 'UserId', Operator: 3, Value: UserId },
          { FieldName: 'RoleId.Name', Operator: 3, Value: 'SalesManager' },
        ],
      },
    });
    return body.Result[0].Id;
  };
  /** Takes the role of sales managers from users for as long as `use` runs. */
  const without = async (users: readonly string[], use: () => Promise<void>): Promise<void> => {
    for (const user of users) await ok(ada().delete('UserRole', byId(await held(user))));
    try {
      await use();
    } finally {
      for (const UserId of users) await ok(ada().insert('UserRole', { UserId, RoleId: role }));
    }
  };
  const hugo = async (): Promise<string> =>
    (await ada().select('User', { WhereClause: where('UserName', 'EqualTo', 'hugo.head') })).body.Result[0].Id;

  it('loses the task, the right to decide and the record with the role, and is notified', async () => {
    const order = await calls.order('20000.00');
    expect(await app.as('mona.manager').row('Order', order.id)).toBeDefined();
    await without([USER.mona], async () => {
      expect(await calls.taskTexts(order.requestId)).toEqual(['1 hugo.head Open', '1 mona.manager Closed']);
      await refused(app, () => calls.decide('mona.manager', order.requestId, 'Approve'), 409, 'AlreadyDecided');
      expect(await app.as('mona.manager').row('Order', order.id)).toBeUndefined();
      expect(await calls.notes('mona.manager', order.recordId)).toEqual([
        expect.stringMatching(/your decision is needed/),
        expect.stringMatching(/^Order .*: your decision is no longer needed \(SalesApproval\)\.$/),
      ]);
      expect(await calls.notes('nina.north', order.recordId)).toEqual([
        expect.stringMatching(/: Mona Manager decides no longer \(SalesApproval\)\.$/),
      ]);
      await ok(calls.decide('hugo.head', order.requestId, 'Approve'));
    });
    expect(await calls.stateOf(order)).toBe('Approved');
  });

  it('leaves the step to Administrators where nobody approves any more', async () => {
    const order = await calls.order('20000.00');
    await without([USER.mona, await hugo()], async () => {
      expect(await calls.taskTexts(order.requestId)).toEqual([
        '1 ada.admin Open',
        '1 hugo.head Closed',
        '1 mona.manager Closed',
      ]);
      await ok(calls.decide('ada.admin', order.requestId, 'Approve'));
    });
    expect(await calls.stateOf(order)).toBe('Approved');
  });

  it('is refused where the role went past the service', async () => {
    const order = await calls.order('20000.00');
    const id = await held(USER.mona);
    const flag = (deleted: boolean): Promise<unknown> =>
      app
        .schema()
        .then((schema) =>
          app.query(`UPDATE "${schema}"."UserRole" SET "IsDeleted" = $1 WHERE "Id" = $2`, [deleted, id]),
        );
    await flag(true);
    try {
      await refused(app, () => calls.decide('mona.manager', order.requestId, 'Approve'), 403, 'OutOfScope');
    } finally {
      await flag(false);
    }
    await ok(calls.decide('mona.manager', order.requestId, 'Approve'));
  });

  it('keeps a task that was given by name', async () => {
    const order = await calls.order('20000.00');
    await ok(calls.decide('mona.manager', order.requestId, 'Delegate', { DelegateToUserId: USER.fia }));
    const task = (await calls.tasks(order.requestId)).find((row: Row) => row['AssigneeId.UserName'] === 'hugo.head')!;
    await ok(ada().update('ApprovalTask', { AssigneeId: USER.frank }, byId(task.Id)));
    await without([USER.mona], async () => {
      expect(await calls.taskTexts(order.requestId)).toEqual([
        '1 fia.clerk Open',
        '1 frank.finance Open',
        '1 mona.manager Delegated',
      ]);
      await ok(calls.decide('fia.clerk', order.requestId, 'Approve'));
    });
  });

  it('is a disabled user, a former member of a team or a former manager as well', async () => {
    const boss = await ada().inserted('User', { UserName: 'boss.first', DisplayName: 'First' });
    const next = await ada().inserted('User', { UserName: 'boss.next', DisplayName: 'Next' });
    const team = await ada().inserted('Team', { Name: 'Board' });
    const seat = await ada().inserted('TeamMember', { TeamId: team, UserId: boss });
    const owner = await ada().inserted('User', { UserName: 'owner.one', DisplayName: 'Owner', ManagerId: boss });
    await ada().inserted('Entity', { EntityName: 'Wish', Field: [{ FieldName: 'Name', FieldType: 'Text' }] });
    const process = await ada().inserted('ApprovalProcess', {
      Name: 'Wishes',
      EntityName: 'Wish',
      Steps: [{ Sequence: 1, Name: 'Look', Approvers: { OwnerManager: true } }],
    });
    const wish = async (): Promise<string> => {
      const { body } = await ada().insert('Wish', { Name: 'x', OwnerId: owner });
      return (await calls.requests(body.Result.RecordInformationId))[0].Id as string;
    };
    const ofManager = await wish();
    await ok(ada().update('User', { ManagerId: next }, byId(owner)));
    expect(await calls.taskTexts(ofManager)).toEqual(['1 boss.first Closed', '1 boss.next Open']);
    await ok(ada().update('User', { IsActive: false }, byId(next)));
    // Administrators see it as the task of nobody active, and reassign it.
    expect(await calls.taskTexts(ofManager)).toContain('1 boss.next Open');
    await ok(
      ada().update(
        'ApprovalProcess',
        { Steps: [{ Sequence: 1, Name: 'Look', Approvers: { Team: 'Board' } }] },
        byId(process),
      ),
    );
    const ofTeam = await wish();
    expect(await calls.taskTexts(ofTeam)).toEqual(['1 boss.first Open']);
    await ok(ada().delete('TeamMember', byId(seat)));
    expect(await calls.taskTexts(ofTeam)).toContain('1 boss.first Closed');
  });
});
