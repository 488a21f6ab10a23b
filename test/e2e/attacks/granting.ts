import { TEAM } from '../../support/demo.js';
import { match, type Caller, type Row, type TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import type { AlternatingNodes } from './alternating-nodes.js';

/** Entities by which rights are given. */
const MANAGED = ['User', 'UserRole', 'Role', 'RoleAccess', 'Permission', 'RolePermission', 'Team', 'TeamMember'];
/** Definitions that could be used to get around rights. */
const DEFINED = ['Entity', 'Field', 'Relation', 'Rule', 'Hook', 'DatabaseObject', 'Workflow', 'Trigger', 'Transition'];

const ALL: Row = { Create: 'All', Read: 'All', Update: 'All', Delete: 'All' };

/** A user administrator who is no Administrator, and users and roles to try that with. */
export interface Delegation {
  /** Ids of users: the user administrator, an accomplice without any role, and a user with a primary team. */
  readonly uma: string;
  readonly carl: string;
  /** Roles: all that `uma` may do, one that she holds as well, one that gives more, one that gives a part of hers. */
  readonly manager: string;
  readonly held: string;
  readonly more: string;
  readonly less: string;
  readonly administrator: string;
  /** Permissions: one that `uma` has, one that she lacks. */
  readonly granted: string;
  readonly lacking: string;
}

/** Makes a role with scopes of its own. */
const role = (ada: Caller, Name: string, scopes: Readonly<Record<string, Row>>): Promise<string> =>
  ada.inserted('Role', {
    Name,
    RoleAccess: Object.entries(scopes).map(([EntityName, access]) => ({ EntityName, ...access })),
  });

/** Lets `uma.users` manage users, roles and definitions, and waits until every node knows. */
export async function delegate(nodes: AlternatingNodes): Promise<Delegation> {
  const ada = nodes.first.as('ada.admin');
  const names = [...MANAGED, ...DEFINED];
  const managed = Object.fromEntries(names.map((name) => [name, ALL]));
  const customers = { Create: 'Own', Read: 'Team', Update: 'Own', Delete: 'None' };
  const manager = await role(ada, 'UserManager', { ...managed, Customer: { ...customers, WritableFields: ['Name'] } });
  const held = await role(ada, 'Held', { Contact: { Read: 'Own' } });
  const more = await role(ada, 'More', { Payment: { Read: 'Own' } });
  const less = await role(ada, 'Less', { Customer: { Read: 'Own' } });
  const granted = await ada.inserted('Permission', { Name: 'Uma.May' });
  const lacking = await ada.inserted('Permission', { Name: 'Uma.MayNot' });
  await ada.inserted('RolePermission', { RoleId: manager, PermissionId: granted });
  const uma = await ada.inserted('User', {
    UserName: 'uma.users',
    DisplayName: 'Uma',
    PrimaryTeamId: TEAM.salesNorth,
    UserRole: [{ RoleId: manager }, { RoleId: held }],
    TeamMember: [{ TeamId: TEAM.salesNorth }],
  });
  const carl = await ada.inserted('User', { UserName: 'carl.friend', DisplayName: 'Carl' });
  const [{ Id: administrator }] = (
    await ada.select('Role', { WhereClause: { Filters: [{ FieldName: 'Name', Operator: 3, Value: 'Administrator' }] } })
  ).body.Result;
  await allKnow(nodes, 'uma.users');
  return { uma, carl, manager, held, more, less, administrator, granted, lacking };
}

/** Waits until every node lets a user administrator read users. */
function allKnow(nodes: AlternatingNodes, user: string): Promise<void> {
  const knows = async (node: TestApp): Promise<boolean> => (await node.as(user).select('UserRole')).status === 200;
  return until(`every node knows ${user}`, async () => (await Promise.all(nodes.nodes.map(knows))).every(Boolean));
}

export const named = (name: string): unknown => match('Name', name);
