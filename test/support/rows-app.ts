import { field } from './definition-builders.js';
import { loadEnvironment } from './load-environment.js';
import {
  AREAS,
  id,
  type Item,
  PLACE,
  randomShare,
  ROLES,
  rolesOf,
  type Scope,
  type Share,
  TEAMS,
  USERS,
} from './random-rows.js';
import { type Caller, type Row, TestApp, where } from './test-app.js';

/** Replaces all shares by some random ones. */
export async function randomShares(root: Caller, items: readonly Item[]): Promise<readonly Share[]> {
  const all = where('Id', 'IsNotNULL');
  await root.delete('RecordShare', all);
  const shares = Array.from({ length: 5 }, () => randomShare(items));
  for (const { item, to, update, ended } of shares) {
    const { RecordInformationId: RecordId } = await root.row('Item', item.Id);
    const until = ended ? { Until: '2020-01-01T00:00:00Z' } : {};
    await root.inserted('RecordShare', { RecordId, Update: update, ...to, ...until });
  }
  return shares;
}

/** Gives a role rows of an operation. */
export async function give(root: Caller, role: number, members: Row): Promise<void> {
  const about = {
    Filters: [
      { FieldName: 'RoleId', Operator: 'EqualTo', Value: ROLES[role].id },
      { FieldName: 'EntityName', Operator: 'EqualTo', Value: 'Item' },
    ],
  };
  const { status, text } = await root.update('RoleAccess', members, about);
  if (status !== 200) throw new Error(text);
}

/** Starts a service with the areas and items; nobody but the administrator `root` has a right to items yet. */
export async function startRows(items: readonly Item[], areaScope: Scope): Promise<[TestApp, Caller]> {
  const app = await TestApp.start();
  const user = (n: string, UserName: string, Roles: readonly string[], team: number): Row => ({
    Id: n,
    Tenant: PLACE.TenantId,
    UserName,
    DisplayName: UserName,
    Roles,
    Teams: [`Team${team}`],
    PrimaryTeam: `Team${team}`,
  });
  const scopes: Row = { Item: 'None', Part: 'All', Area: areaScope, AuditEntry: 'All' };
  await loadEnvironment(app, {
    Tenants: [
      {
        Id: id(1),
        Name: PLACE.TenantId,
        Apps: [{ Id: id(2), Name: PLACE.AppId, Environments: [{ Id: id(3), Name: PLACE.EnvironmentId, Users: '*' }] }],
      },
    ],
    Teams: TEAMS.map((Id, i) => ({ Id, Name: `Team${i}`, ParentTeam: null })),
    Roles: [
      { Id: id(30), Name: 'Administrator', IsSystem: true },
      ...ROLES.map((role) => ({ Id: role.id, Name: role.name })),
    ],
    RoleAccess: ROLES.flatMap((role) =>
      Object.entries(scopes).map(([EntityName, Read]) => ({ Role: role.name, EntityName, Read })),
    ),
    Users: [
      user(id(10), 'root', ['Administrator'], 0),
      ...USERS.map((each) =>
        user(
          each.id,
          each.name,
          rolesOf(each).map((role) => ROLES[role].name),
          TEAMS.indexOf(each.team),
        ),
      ),
    ],
    Entities: [
      { EntityName: 'Area', Fields: [field('Name', 'Text')] },
      {
        EntityName: 'Item',
        DisplayField: 'Code',
        AllowShares: true,
        Fields: [
          field('Code', 'Text', { Unique: true }),
          field('Size', 'Int'),
          field('AreaId', 'Lookup', { Target: 'Area' }),
        ],
      },
      { EntityName: 'Part', Fields: [field('ItemId', 'Lookup', { Target: 'Item' })] },
    ],
  });
  const root = app.as('root', PLACE);
  await load(root, 'Area', AREAS as unknown as Row[]);
  await load(root, 'Item', items as unknown as Row[]);
  return [app, root];
}

/** Inserts rows as an administrator. */
export async function load(root: Caller, EntityName: string, rows: readonly Row[]): Promise<void> {
  const Values = rows.map((row) => Object.values(row));
  const body = { EntityName, Fields: Object.keys(rows[0]), Values };
  const { status, text } = await root.send('POST', '/records/bulk-insert', body);
  if (status !== 200) throw new Error(text);
}

/** Stored items by their ids. */
export async function storedItems(root: Caller): Promise<ReadonlyMap<string, Item>> {
  const { body } = await root.select('Item', { SelectedFields: ['Id', 'Code', 'Size', 'AreaId', 'OwnerId'] });
  return new Map((body.Result as Item[]).map((item) => [item.Id, item]));
}
