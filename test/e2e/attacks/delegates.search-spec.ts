import { TEAM, USER } from '../../support/demo.js';
import { refused } from '../../support/refusal.js';
import { type Answer, byId, type Caller, match, type Row, TestApp, where } from '../../support/test-app.js';
import { delegated } from './delegated.js';
import { step } from './granting-routes.js';

/** Definitions that a delegate may not write, and those that stay free. */
// Requirement: S7
describe('a delegate', () => {
  let app: TestApp;
  const ids: Record<string, string> = {};
  const ada = (): Caller => app.as('ada.admin');
  const desi = (): Caller => app.as('desi.designer');
  const helen = (): Caller => app.as('helen.people');
  const entity = (name: string): unknown => match('EntityName', name);

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api' });
    Object.assign(ids, await delegated(ada()));
  });
  afterAll(() => app.stop());

  const blueprint = (EntityName: string, more: Row = {}, lifecycle: Row = {}): Row => ({
    Name: `${EntityName} of Desi`,
    EntityName,
    Statuses: [{ Name: 'Open', IsInitial: true }, { Name: 'Closed' }],
    Transitions: [{ Name: 'Close', FromStatus: 'Open', ToStatus: 'Closed', ...more }],
    ...lifecycle,
  });
  const drawn = (body: Row): Promise<Answer> => desi().send('POST', '/blueprints', body);
  const dry = { DryRun: true };
  const spy = {
    Filters: [
      {
        FieldName: 'Subject',
        Operator: 'ExistsIn',
        Value: {
          EntityName: 'Customer',
          FieldName: 'Name',
          WhereClause: where('CreditLimit', 'GreaterThanOrEqualTo', '60000'),
        },
      },
    ],
  };

  it.each<[how: string, attack: () => Promise<Answer>]>([
    ['Filters of a blueprint', () => drawn(blueprint('Note', { Filters: spy }))],
    ['Filters of an inactive blueprint', () => drawn(blueprint('Note', { Filters: spy }, { IsActive: false }))],
    [
      'Validators of a blueprint',
      () => drawn(blueprint('Note', { Validators: [{ Name: 'V', Message: 'x', WhereClause: spy }] })),
    ],
    ['workflows of a blueprint', () => drawn(blueprint('Note', { AfterWorkflows: ['CreateInvoice'] }))],
    ['a second active lifecycle', () => drawn(blueprint('Order'))],
    [
      'a transition beside guarded ones',
      async () => {
        const named = async (Name: string): Promise<Row> =>
          (await ada().select('Status', { WhereClause: where('Name', 'EqualTo', Name) })).body.Result.find(
            ({ LifecycleId }: Row) => LifecycleId === ids.lifecycle,
          );
        ids.lifecycle = (
          await ada().select('Lifecycle', { WhereClause: where('EntityName', 'EqualTo', 'Order') })
        ).body.Result[0].Id;
        const [from, to] = [await named('Draft'), await named('Shipped')];
        return desi().insert('Transition', {
          LifecycleId: ids.lifecycle,
          Name: 'Short cut',
          FromStatusId: from.Id,
          ToStatusId: to.Id,
        });
      },
    ],
    ['an active lifecycle', () => desi().update('Lifecycle', { IsActive: false }, byId(ids.lifecycle))],
    ['a status of it', () => desi().update('Status', { IsFinal: true }, where('Name', 'EqualTo', 'Draft'))],
    ['fewer transitions', () => desi().delete('Transition', where('Name', 'EqualTo', 'Confirm'))],
    [
      'what locks the lines of records under approval',
      () => desi().update('Relation', { OnDelete: 'Restrict' }, where('Name', 'EqualTo', 'OrderLines')),
    ],
    ...(
      [
        ['Regex', '^DE.*$'],
        ['MinLength', 5],
        ['MaxLength', 3],
        ['Required', true],
        ['Unique', true],
        ['Format', 'Email'],
        ['FieldType', 'Int'],
        ['CaseInsensitive', true],
      ] as const
    ).flatMap(([rule, value]): [string, () => Promise<Answer>][] => [
      [`${rule} of values that he may not read`, () => desi().update('Field', { [rule]: value }, byId(ids.iban))],
      [`${rule} by a dry run`, () => desi().update('Field', { [rule]: value }, byId(ids.iban), dry)],
    ]),
    ['unique keys', () => desi().update('Entity', { UniqueKeys: [['Iban', 'Salary']] }, byId(ids.payroll), dry)],
    ['the number of records', () => desi().delete('Entity', byId(ids.payroll), dry)],
    [
      'a computed field of hidden values',
      () =>
        desi().insert('Field', {
          EntityId: entity('Payroll'),
          FieldName: 'Half',
          FieldType: 'Computed',
          ResultType: 'Int',
          Expression: 'Salary / 2',
        }),
    ],
    [
      'rules of nested fields',
      () => desi().update('Entity', { Fields: { Update: [{ Id: ids.iban, MaxLength: 3 }] } }, byId(ids.payroll)),
    ],
    [
      'rules by a step of a batch',
      () =>
        desi().batch([
          {
            Operation: 'Update',
            EntityName: 'Field',
            Fields: [{ FieldName: 'MaxLength', Value: 3 }],
            WhereClause: byId(ids.iban),
          },
        ]),
    ],
    ['a query that a workflow runs', () => desi().update('SavedQuery', { SelectedFields: ['Salary'] }, byId(ids.open))],
    ['restores by everybody', () => desi().update('Entity', { MembersRestore: true }, byId(ids.payroll))],
  ])('cannot define %s', async (_, attack) => {
    await refused(app, attack, 403, 'AdministratorRequired');
  });

  it.each<[how: string, attack: () => Promise<Answer>]>([
    ['the manager of another user', () => helen().update('User', { ManagerId: ids.helen }, byId(USER.nina))],
    [
      'a manager by upsert',
      () => helen().upsert('User', ['UserName'], { UserName: 'nina.north', DisplayName: 'N', ManagerId: ids.helen }),
    ],
    [
      'a new user with a manager who approves',
      () => helen().insert('User', { UserName: 'stooge', DisplayName: 'S', ManagerId: ids.helen }),
    ],
    ['the address of another user', () => helen().update('User', { Email: 'h@example.com' }, byId(ids.frank))],
    ['no address of another user', () => helen().update('User', { Email: null }, byId(ids.frank))],
    ['a role that only messages name', () => helen().insert('UserRole', { UserId: ids.helen, RoleId: ids.whistle })],
    [
      'the name of that role',
      () =>
        helen().batch([
          step('Update', 'Role', { Name: 'Silent' }, { WhereClause: byId(ids.whistle) }),
          step('Update', 'Role', { Name: 'Whistle' }, { WhereClause: where('Name', 'EqualTo', 'helen.people') }),
        ]),
    ],
    [
      'the name of a team that approves',
      () =>
        helen().batch([
          step('Update', 'Team', { Name: 'Former Finance' }, { WhereClause: byId(TEAM.finance) }),
          step('Update', 'Team', { Name: 'Finance' }, { WhereClause: byId(TEAM.management) }),
        ]),
    ],
    [
      'a name that definitions ask for',
      () =>
        helen().batch([
          { Operation: 'Delete', EntityName: 'User', WhereClause: byId(ids.wanted) },
          step('Insert', 'User', { UserName: 'Wanted.User', DisplayName: 'W', Email: 'h@example.com' }),
        ]),
    ],
  ])('cannot give %s', async (_, attack) => {
    await refused(app, attack, 403, 'AdministratorRequired');
  });

  const done = async (answer: Promise<Answer>): Promise<Answer> => {
    const found = await answer;
    expect([found.status, found.status === 200 ? '' : found.text]).toEqual([200, '']);
    return found;
  };

  it('may still define entities, fields, lifecycles, queries and views of her own', async () => {
    const Fields = [
      { FieldName: 'Name', FieldType: 'Text' },
      { FieldName: 'Amount', FieldType: 'Decimal' },
    ];
    const made = await done(desi().insert('Entity', { EntityName: 'Gadget', Fields }));
    const field = { EntityId: made.body.Result.Id };
    await done(
      desi().insert('Field', { ...field, FieldName: 'SerialCode', FieldType: 'Text', Required: true, Unique: true }),
    );
    await done(
      desi().insert('Field', {
        ...field,
        FieldName: 'Half',
        FieldType: 'Computed',
        ResultType: 'Decimal',
        Expression: 'Amount / 2',
      }),
    );
    await done(desi().update('Field', { MaxLength: 20 }, where('FieldName', 'EqualTo', 'SerialCode')));
    await done(desi().insert('Field', { EntityId: entity('Payroll'), FieldName: 'Remark', FieldType: 'Text' }));
    await done(
      desi().insert('Field', { EntityId: entity('Note'), FieldName: 'Topic', FieldType: 'Text', MaxLength: 9 }),
    );
    await done(desi().update('Field', { MaxLength: 90 }, where('FieldName', 'EqualTo', 'Topic')));
    await done(drawn(blueprint('Gadget', { AllowedRoles: ['Whistle'] })));
    const query = await done(
      desi().insert('SavedQuery', { Name: 'Notes', EntityName: 'Note', SelectedFields: ['Subject'] }),
    );
    await done(
      desi().insert('SavedView', { SavedQueryId: query.body.Result.Id, Name: 'For all', SelectedFields: ['Subject'] }),
    );
    await done(desi().update('Status', { Color: '#fff' }, where('Name', 'EqualTo', 'Draft')));
  });

  it('may still manage users', async () => {
    await done(helen().update('User', { Email: 'helen@example.com' }, byId(ids.helen)));
    const fields = { UserName: 'new.user', DisplayName: 'New', Email: 'new@example.com', PrimaryTeamId: ids.team };
    const { body } = await done(helen().insert('User', { ...fields, TeamMember: [{ TeamId: ids.team }] }));
    await done(helen().update('User', { DisplayName: 'Newer', IsActive: false }, byId(body.Result.Id)));
    await done(helen().update('User', { IsActive: true }, byId(body.Result.Id)));
  });
});
