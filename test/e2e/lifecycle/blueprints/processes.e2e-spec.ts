import { randomUUID } from 'node:crypto';
import { refused } from '../../../support/refusal.js';
import { byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';
import { createTickets, newStatuses, ticketLifecycle } from './tickets.js';

const step = (more: Row = {}): Row => ({ Name: 'Review', Approvers: { Role: 'Reviewer' }, Rule: 'Any', ...more });
const approvers = (more: Row): Row => ({ Steps: [step({ Approvers: more })] });
const filter = (FieldName: string): unknown => where(FieldName, 'IsNotNULL');

// See docs/definitions.md#approvalprocess
describe('approval processes as records', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    await createTickets(ada);
    await createTickets(ada, 'Parcel');
    await ada.inserted('Role', { Name: 'Reviewer' });
    await ada.inserted('Team', { Name: 'Board' });
    const tell = { Name: 'Tell', Type: 'SendNotification', ToRole: 'Auditor', Message: 'x' };
    await ada.inserted('Workflow', { Name: 'Cheer', Type: 'Triggered', Actions: [tell] });
    await ada.inserted('User', { UserName: 'rita.review', DisplayName: 'Rita', Email: 'rita@example.com' });
    await ada.inserted('Lifecycle', ticketLifecycle(newStatuses()));
  });
  afterAll(() => app.stop());

  const process = (more: Row = {}): Row => {
    return { Name: `P ${randomUUID()}`, EntityName: 'Ticket', IsActive: false, Steps: [step()], ...more };
  };

  // Requirement: T59
  it.each<[string, Row, string, string]>([
    ['an unknown entity', { EntityName: 'Tiket' }, '', 'Ticket'],
    ['a system entity', { EntityName: 'ApprovalTask' }, '', 'service'],
    ['an unknown mode', { StartMode: 'Sometimes' }, '', 'StartMode'],
    ['an unknown write', { StartOn: ['Insert', 'Upsert'] }, '[1]', 'Upsert'],
    ['no write', { StartOn: [] }, '', 'Insert'],
    ['writes that are text', { StartOn: 'Insert' }, '', 'array'],
    ['criteria on an unknown field', { StartCriteria: filter('Efort') }, '.Filters[0].FieldName', 'Effort'],
    ['empty criteria', { StartCriteria: {} }, '', 'no filters'],
    ['no steps', { Steps: [] }, '', 'at least one'],
    ['missing steps', { Steps: null }, '', 'at least one'],
    ['steps that are an object', { Steps: {} }, '', 'array'],
    ['a step that is text', { Steps: ['Review'] }, '[0]', 'object'],
    ['a misspelt member of a step', { Steps: [step({ Aprovers: {} })] }, '[0]', 'Approvers'],
    ['a step without a name', { Steps: [step({ Name: '' })] }, '[0].Name', 'name'],
    ['a sequence twice', { Steps: [step({ Sequence: 2 }), step({ Sequence: 2 })] }, '[1].Sequence', 'Two steps'],
    ['a sequence of 0', { Steps: [step({ Sequence: 0 })] }, '[0].Sequence', 'positive'],
    ['half a sequence', { Steps: [step({ Sequence: 1.5 })] }, '[0].Sequence', 'positive'],
    [
      'criteria of a step on an unknown field',
      { Steps: [step({ Criteria: filter('Nope') })] },
      '[0].Criteria.Filters[0].FieldName',
      'Nope',
    ],
    ['a step without approvers', { Steps: [step({ Approvers: undefined })] }, '[0].Approvers', 'object'],
    ['approvers of nobody', approvers({}), '[0].Approvers', 'Nobody is named'],
    ['an empty list of approvers', approvers({ Users: [], OwnerManager: false }), '[0].Approvers', 'Nobody is named'],
    ['a misspelt member of approvers', approvers({ Roles: 'Reviewer' }), '[0].Approvers', "mean 'Role'"],
    ['an unknown member of approvers', approvers({ Role: 'Reviewer', Everyone: true }), '[0].Approvers', 'Everyone'],
    ['an unknown user', approvers({ Users: ['rita.revue'] }), '[0].Approvers.Users[0]', 'the name of a user'],
    ['users that are text', approvers({ Users: 'rita.review' }), '[0].Approvers.Users', 'array'],
    ['an unknown role', approvers({ Role: 'Reviewr' }), '[0].Approvers.Role', "mean 'Reviewer'"],
    ['an unknown team', approvers({ Team: 'Bord' }), '[0].Approvers.Team', "mean 'Board'"],
    ['a field that is none', approvers({ Field: 'Asignee' }), '[0].Approvers.Field', 'Assignee'],
    ['a field that looks up no user', approvers({ Field: 'Title' }), '[0].Approvers.Field', 'Title'],
    ['a manager who is text', approvers({ OwnerManager: 'yes' }), '[0].Approvers.OwnerManager', 'true or false'],
    [
      'an owner team without a role',
      approvers({ Team: 'Board', WithinOwnerTeam: true }),
      '[0].Approvers.WithinOwnerTeam',
      'Role',
    ],
    ['an unknown rule', { Steps: [step({ Rule: 'Most' })] }, '[0].Rule', 'Any'],
    ['a count of 0', { Steps: [step({ Rule: { Count: 0 } })] }, '[0].Rule.Count', 'at least 1'],
    ['no count', { Steps: [step({ Rule: {} })] }, '[0].Rule.Count', 'at least 1'],
    ['a count that is text', { Steps: [step({ Rule: { Count: 'two' } })] }, '[0].Rule.Count', 'at least 1'],
    [
      'a count above the users',
      { Steps: [step({ Approvers: { Users: ['rita.review', 'rita.review'] }, Rule: { Count: 2 } })] },
      '[0].Rule.Count',
      '1 approvers',
    ],
    ['due hours of 0', { Steps: [step({ DueHours: 0 })] }, '[0].DueHours', 'above 0'],
    ['due hours that are text', { Steps: [step({ DueHours: 'soon' })] }, '[0].DueHours', 'above 0'],
    ['an escalation to nobody', { Steps: [step({ EscalateTo: {} })] }, '[0].EscalateTo', 'Nobody'],
    ['an escalation to an unknown role', { Steps: [step({ EscalateTo: { Role: 'X' } })] }, '[0].EscalateTo.Role', 'X'],
    ['an outcome that is text', { OnApproved: 'Done' }, '', 'object'],
    ['a misspelt member of an outcome', { OnApproved: { MoveToo: 'Done' } }, '', 'MoveTo'],
    ['a move to an unknown status', { OnRejected: { MoveTo: 'Don' } }, '.MoveTo', "mean 'Done'"],
    [
      'a move without a lifecycle',
      { EntityName: 'Parcel', OnReturned: { MoveTo: 'Open' } },
      '.MoveTo',
      'no active lifecycle',
    ],
    ['an unknown workflow', { OnApproved: { RunWorkflows: ['Cheers'] } }, '.RunWorkflows[0]', "mean 'Cheer'"],
  ])('refuse %s', async (_, more, inside, text) => {
    const body = process(more);
    const { status, body: answer, text: raw } = await ada.insert('ApprovalProcess', body);
    expect([status, raw]).toEqual([400, raw]);
    const names = Object.keys(body);
    const member = Object.keys(more).at(-1)!;
    const index = names.indexOf(inside === '' && Object.keys(more).length > 1 ? Object.keys(more)[0] : member);
    const path = `Fields[${index}]${inside && `.Value${inside}`}`;
    const [detail] = answer.ErrorDetails;
    expect(detail).toMatchObject({ Path: path, Message: expect.stringContaining(text) });
  });

  let id: string;

  it('are stored with every member', async () => {
    const full = step({
      Sequence: '2',
      Criteria: filter('Title'),
      Approvers: {
        Users: ['rita.review'],
        Role: 'Reviewer',
        Team: 'Board',
        Field: 'Assignee',
        OwnerManager: true,
        WithinOwnerTeam: true,
      },
      Rule: { Count: 3 },
      DueHours: 12.5,
      EscalateTo: { Field: 'OwnerId' },
    });
    const { body } = await ada.insert('ApprovalProcess', {
      ...process(),
      Name: 'Review',
      StartMode: 'Manual',
      StartOn: ['Update'],
      StartCriteria: filter('Effort'),
      Steps: [full, step({ Sequence: 5, Rule: 'All' })],
      OnApproved: { MoveTo: 'Done', RunWorkflows: ['Cheer'] },
      OnRejected: { RunWorkflows: [] },
      OnReturned: null,
    });
    expect(body.Errors).toEqual([]);
    id = body.Result.Id as string;
  });

  it('keep their entity', async () => {
    await refused(app, () => ada.update('ApprovalProcess', { EntityName: 'Parcel' }, byId(id)), 400, 'FieldRule');
  });

  // Requirement: T59
  it.each<[string, string, unknown, Row | undefined]>([
    [
      'field',
      'Field',
      {
        Filters: [
          { FieldName: 'EntityId.EntityName', Operator: 3, Value: 'Ticket' },
          { FieldName: 'FieldName', Operator: 3, Value: 'Effort' },
        ],
      },
      undefined,
    ],
    ['role', 'Role', where('Name', 3, 'Reviewer'), { Name: 'X' }],
    ['team', 'Team', where('Name', 3, 'Board'), { Name: 'X' }],
    ['workflow', 'Workflow', where('Name', 3, 'Cheer'), { Name: 'X' }],
    ['user', 'User', where('UserName', 3, 'rita.review'), { UserName: 'x.y' }],
    [
      'status',
      'Status',
      {
        Filters: [
          { FieldName: 'LifecycleId.EntityName', Operator: 3, Value: 'Ticket' },
          { FieldName: 'Name', Operator: 3, Value: 'Done' },
        ],
      },
      { Name: 'X' },
    ],
    ['lifecycle', 'Lifecycle', where('EntityName', 3, 'Ticket'), { IsActive: false }],
  ])('keep the %s that they name', async (_, kind, clause, renaming) => {
    const named = [expect.objectContaining({ Params: { Kind: 'ApprovalProcess', Name: 'Review', Count: 1 } })];
    expect(await refused(app, () => ada.delete(kind, clause), 409, 'DeleteBlocked')).toEqual(named);
    if (renaming)
      expect(await refused(app, () => ada.update(kind, renaming, clause), 409, 'DeleteBlocked')).toEqual(named);
  });

  it('do not keep a user from being disabled', async () => {
    const rita = where('UserName', 3, 'rita.review');
    expect((await ada.update('User', { IsActive: false }, rita)).body.Errors).toEqual([]);
    expect((await ada.update('Team', { ParentTeamId: null }, where('Name', 3, 'Board'))).body.Errors).toEqual([]);
    const changed = await ada.update('ApprovalProcess', { StartOn: ['Insert'] }, byId(id));
    expect(changed.body.Errors).toEqual([]);
    expect((await ada.update('User', { IsActive: true }, rita)).body.Errors).toEqual([]);
  });

  it('cannot be deleted while requests are open, but deactivated', async () => {
    const schema = await app.schema();
    const ticket = await ada.inserted('Ticket', { Title: 'a' });
    await app.query(
      `INSERT INTO "${schema}"."ApprovalRequest" ("Id", "RecordInformationId", "OwnerId", "CreatedBy", "CreatedOn",
         "UpdatedBy", "UpdatedOn", "RowVersion", "IsDeleted", "RecordId", "EntityName", "ProcessId", "State")
       SELECT gen_random_uuid(), gen_random_uuid(), t."OwnerId", t."OwnerId", now(), t."OwnerId", now(), 1, false,
         t."RecordInformationId", 'Ticket', $2, 'Pending' FROM "${schema}"."Ticket" t WHERE t."Id" = $1`,
      [ticket, id],
    );
    const remove = () => ada.delete('ApprovalProcess', byId(id));
    const [detail] = await refused(app, remove, 409, 'DeleteBlocked');
    expect(detail).toMatchObject({ RecordId: id, Params: { Kind: 'ApprovalRequest', Name: 'Review', Count: 1 } });
    expect((await ada.update('ApprovalProcess', { IsActive: true }, byId(id))).body.Errors).toEqual([]);
    expect((await ada.update('ApprovalProcess', { IsActive: false }, byId(id))).body.Errors).toEqual([]);
    const open = await ada.select('ApprovalRequest', { WhereClause: where('State', 3, 'Pending') });
    expect(open.body.Result).toHaveLength(1);
    await app.query(`UPDATE "${schema}"."ApprovalRequest" SET "State" = 'Approved'`);
    expect((await remove()).body.Errors).toEqual([]);
  });
});
