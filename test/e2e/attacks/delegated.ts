import { TEAM, USER } from '../../support/demo.js';
import { type Caller, type Row, where } from '../../support/test-app.js';

const ALL: Row = { Create: 'All', Read: 'All', Update: 'All', Delete: 'All' };
const DEFINITIONS = 'Entity Field Relation Index Lifecycle Status Transition SavedQuery SavedView List Note'.split(' ');
const PEOPLE = ['User', 'UserRole', 'Role', 'RoleAccess', 'Team', 'TeamMember'];

const member = async (ada: Caller, UserName: string, names: readonly string[]): Promise<string> => {
  const RoleAccess = names.map((EntityName) => ({ EntityName, ...ALL }));
  const RoleId = await ada.inserted('Role', { Name: UserName, RoleAccess });
  return ada.inserted('User', {
    UserName,
    DisplayName: UserName,
    PrimaryTeamId: TEAM.management,
    UserRole: [{ RoleId }],
    TeamMember: [{ TeamId: TEAM.management }],
  });
};

/**
 * Makes a designer and a user administrator who are no Administrators, and what they must not read or gain.
 * @returns Ids by what they stand for
 */
export async function delegated(ada: Caller): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  await member(ada, 'desi.designer', DEFINITIONS);
  ids.helen = await member(ada, 'helen.people', PEOPLE);
  await ada.inserted('Entity', {
    EntityName: 'Payroll',
    Field: [
      { FieldName: 'Iban', FieldType: 'Text' },
      { FieldName: 'Salary', FieldType: 'Decimal' },
    ],
  });
  await ada.inserted('Payroll', { Iban: 'DE44', Salary: '99999' });
  ids.payroll = (
    await ada.select('Entity', { WhereClause: where('EntityName', 'EqualTo', 'Payroll') })
  ).body.Result[0].Id;
  ids.iban = (await ada.select('Field', { WhereClause: where('FieldName', 'EqualTo', 'Iban') })).body.Result[0].Id;
  ids.wanted = await ada.inserted('User', { UserName: 'wanted.user', DisplayName: 'W' });
  await ada.inserted('ApprovalProcess', {
    Name: 'Payrolls',
    EntityName: 'Payroll',
    StartMode: 'Manual',
    Steps: [
      { Sequence: 1, Name: 'Boss', Approvers: { OwnerManager: true } },
      { Sequence: 2, Name: 'Desk', Approvers: { Team: 'Finance' } },
      { Sequence: 3, Name: 'Both', Approvers: { Users: ['wanted.user'] } },
    ],
  });
  ids.whistle = await ada.inserted('Role', { Name: 'Whistle' });
  ids.open = await ada.inserted('SavedQuery', {
    Name: 'OpenPayrolls',
    EntityName: 'Payroll',
    SelectedFields: ['Iban'],
  });
  await ada.inserted('Workflow', {
    Name: 'Tell',
    Type: 'Manual',
    RunAs: 'Service',
    Actions: [
      { Name: 'Read', Type: 'RunQuery', QueryName: 'OpenPayrolls' },
      { Name: 'Send', Type: 'SendNotification', ToRole: 'Whistle', Message: 'Salaries' },
    ],
  });
  ids.team = await ada.inserted('Team', { Name: 'Below', ParentTeamId: TEAM.management });
  ids.frank = USER.frank;

  return ids;
}
