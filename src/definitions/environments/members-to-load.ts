import { Definition } from '#core/catalogue/definition.js';
import type { JsonValue } from '#core/json/json.js';
import { copied, type RecordBatch, type Loading, type RecordToLoad } from './loading.js';
import { uuidV5 } from '#platform/process/ids/uuid-v5.js';

const userNameOf = (user: Definition): string => user.text('UserName') ?? '';
const idOf = (user: Definition): string | undefined => user.text('Id')?.toLowerCase();

/** Lists the users of the tenant who are members of the environment. */
function membersOf({ file, wanted }: Loading): readonly Definition[] {
  const users = file.all('Users').map((json) => new Definition(json));
  return users.filter(
    (user) =>
      user.text('Tenant') === wanted.environment.tenantName && (wanted.users?.includes(userNameOf(user)) ?? true),
  );
}

function userRecord({ catalogue, ids }: Loading, user: Definition): RecordToLoad {
  const values = copied(catalogue.entity('User'), user.json, ids);
  const team = ids.find('Team', user.text('PrimaryTeam'));
  const manager = ids.find('User', user.text('Manager'));
  if (team) values.set('PrimaryTeamId', team);
  if (manager) values.set('ManagerId', manager);
  return { id: idOf(user), values };
}

/** Link records for the names that a user lists (`Roles`, `Teams`). */
interface Links {
  readonly entity: 'UserRole' | 'TeamMember';
  readonly member: 'Roles' | 'Teams';
  readonly target: 'Role' | 'Team';
}

function linkBatch({ catalogue, wanted, ids }: Loading, members: readonly Definition[], links: Links): RecordBatch {
  const { entity, member, target } = links;
  const record = (user: Definition, name: string): readonly RecordToLoad[] => {
    const [userId, targetId] = [ids.find('User', userNameOf(user)), ids.find(target, name)];
    if (!userId || !targetId) return [];
    const values: readonly (readonly [string, JsonValue])[] = [
      ['UserId', userId],
      [`${target}Id`, targetId],
    ];
    return [{ id: uuidV5(wanted.environment.id, `${entity}/${userNameOf(user)}.${name}`), values: new Map(values) }];
  };
  return {
    entity: catalogue.entity(entity),
    records: members.flatMap((user) => user.texts(member).flatMap((name) => record(user, name))),
  };
}

/** Builds the records of users, their roles and teams; a user has the same id in every environment. */
export function memberBatches(loading: Loading): readonly RecordBatch[] {
  const members = membersOf(loading);
  for (const user of members) loading.ids.keep('User', userNameOf(user), idOf(user) ?? '');
  return [
    { entity: loading.catalogue.entity('User'), records: members.map((user) => userRecord(loading, user)) },
    linkBatch(loading, members, { entity: 'UserRole', member: 'Roles', target: 'Role' }),
    linkBatch(loading, members, { entity: 'TeamMember', member: 'Teams', target: 'Team' }),
  ];
}
