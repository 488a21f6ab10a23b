import { refused } from '../../../support/refusal.js';
import { byId, type Caller, type Row, TestApp, where } from '../../../support/test-app.js';
import { createTickets, newStatuses, statusRows, ticketLifecycle, transitionRows } from './tickets.js';

const filter = (FieldName: string): unknown => where(FieldName, 'IsNotNULL');

// See docs/definitions.md#lifecycles
describe('lifecycles as records', () => {
  let app: TestApp;
  let ada: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.as('ada.admin');
    await createTickets(ada);
    await createTickets(ada, 'Parcel');
    await ada.inserted('Role', { Name: 'Starter' });
    await ada.inserted('Permission', { Name: 'Tickets.Start' });
    const tell = { Name: 'Tell', Type: 'SendNotification', ToRole: 'Auditor', Message: 'x' };
    await ada.inserted('Workflow', { Name: 'StartClock', Type: 'AfterTransition', Actions: [tell] });
  });
  afterAll(() => app.stop());

  const ids = newStatuses();
  const [open, doing, done] = statusRows(ids);
  const [start, finish] = transitionRows(ids);

  it('are created with children, are in effect at once, and name oddities in Log', async () => {
    const back = { Name: 'Reopen', FromStatusId: ids.done, ToStatusId: ids.doing };
    const stuck = { Id: '7d2f4e2a-0c65-4a53-9a39-2e9d6c9a1b11', Name: 'Stuck' };
    const any = { Name: 'Block', ToStatusId: stuck.Id };
    const full = {
      ...start,
      Filters: filter('Title'),
      Validators: [{ Name: 'Effort', Message: 'Estimate it.', WhereClause: filter('Effort') }],
      AllowedRoles: ['Starter'],
      RequiredPermission: 'Tickets.Start',
      RequiredFields: ['Title', 'Assignee'],
      AfterWorkflows: ['StartClock'],
    };
    const lifecycle = { Statuses: [open, doing, done, stuck], Transitions: [full, finish, back, any] };
    const { body } = await ada.insert('Lifecycle', ticketLifecycle(ids, lifecycle));
    expect(body.Errors).toEqual([]);
    expect(body.Log).toEqual([
      expect.stringContaining("'Stuck', which is not final"),
      expect.stringContaining("'Reopen' leaves the final status 'Done'"),
    ]);
    const ticket = await ada.insert('Ticket', { Title: 'first' });
    expect(ticket.body.Result.StatusId).toBe(ids.open);
  });

  it('are refused as the second active one of an entity, also when it is activated later', async () => {
    const second = newStatuses();
    const lifecycle = ticketLifecycle(second);
    const [detail] = await refused(app, () => ada.insert('Lifecycle', lifecycle), 409, 'Conflict');
    expect(detail.Message).toContain('active lifecycle');
    const id = await ada.inserted('Lifecycle', { ...lifecycle, IsActive: false, EntityName: 'ticket' });
    await refused(app, () => ada.update('Lifecycle', { IsActive: true }, byId(id)), 409, 'Conflict');
  });

  it('are refused as the second active one of two concurrent writes', async () => {
    const insert = () => ada.insert('Lifecycle', ticketLifecycle(newStatuses(), { EntityName: 'Parcel' }));
    const answers = await Promise.all([insert(), insert(), insert()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it('keep their entity', async () => {
    const all = where('EntityName', 3, 'Ticket');
    await refused(app, () => ada.update('Lifecycle', { EntityName: 'Parcel' }, all), 400, 'FieldRule');
  });

  it('are built one record after the other in an atomic batch', async () => {
    const mine = newStatuses();
    const [one, two] = statusRows(mine);
    const fields = (row: Row) => Object.entries(row).map(([FieldName, Value]) => ({ FieldName, Value }));
    const part = (EntityName: string, row: Row) => ({
      Operation: 'Insert',
      EntityName,
      Fields: fields({ LifecycleId: '$L.Id', ...row }),
    });
    const lifecycle = { Name: 'Batched', EntityName: 'Ticket', IsActive: false };
    const steps = [
      { Operation: 'Insert', Ref: 'L', EntityName: 'Lifecycle', Fields: fields(lifecycle) },
      part('Status', one),
      { ...part('Status', { Name: two.Name }), Ref: 'S' },
      part('Transition', { Name: 'Go', FromStatusId: mine.open, ToStatusId: '$S.Id' }),
    ];
    const broken = steps.slice(0, 3);
    const [detail] = await refused(app, () => ada.batch(broken), 400, 'Validation');
    expect(detail.Message).toContain('Doing');
    const { body } = await ada.batch(steps);
    expect(body.Errors).toEqual([]);
  });

  it('change in parts, with faults of the part', async () => {
    const { body } = await ada.select('Lifecycle', { WhereClause: where('Name', 3, 'Batched') });
    const id = body.Result[0].Id as string;
    const extra = { LifecycleId: id, Name: 'Later' };
    await refused(app, () => ada.insert('Status', extra), 400, 'Validation');
    await refused(app, () => ada.delete('Transition', where('Name', 3, 'Go')), 400, 'Validation');
    const of = (Name: string) => ({
      Filters: [
        { FieldName: 'LifecycleId', Operator: 3, Value: id },
        { FieldName: 'Name', Operator: 3, Value: Name },
      ],
    });
    await refused(app, () => ada.delete('Status', of('Open')), 400, 'Validation');
    await refused(app, () => ada.update('Status', { IsInitial: true }, of('Doing')), 400, 'Validation');
    expect((await ada.delete('Status', of('Doing'))).body.Errors).toEqual([]);
    const left = await ada.select('Transition', { WhereClause: where('LifecycleId', 3, id) });
    expect(left.body.Result).toEqual([]);
  });

  // Requirement: T59
  it.each<[string, string, unknown]>([
    [
      'field',
      'Field',
      {
        Filters: [
          { FieldName: 'EntityId.EntityName', Operator: 3, Value: 'Ticket' },
          { FieldName: 'FieldName', Operator: 3, Value: 'Title' },
        ],
      },
    ],
    ['role', 'Role', where('Name', 3, 'Starter')],
    ['permission', 'Permission', where('Name', 3, 'Tickets.Start')],
    ['workflow', 'Workflow', where('Name', 3, 'StartClock')],
  ])('keep the %s that they name', async (_, kind, clause) => {
    const isNamed = ({ Params }: { readonly Params?: Row }) => Params?.Kind === 'Transition';
    const users = (details: readonly { readonly Params?: Row }[]) =>
      details.filter(isNamed).map(({ Params }) => Params?.Name as string);
    expect(users(await refused(app, () => ada.delete(kind, clause), 409, 'DeleteBlocked'))).toEqual([
      expect.stringMatching(/^Tickets .*, Start$/),
    ]);
    if (kind === 'Field') return;
    const renamed = await refused(app, () => ada.update(kind, { Name: 'Other' }, clause), 409, 'DeleteBlocked');
    expect(users(renamed)).toContainEqual(expect.stringMatching(/^Tickets .*, Start$/));
  });
});
