import { Refusal } from '../../data/refusal';
import { useRows } from '../../queries/studio';
import { byId } from '../../data/where';
import { ROLES_OF_USER, TEAMS_OF_USER } from './links';
import type { StoredLinked } from './linked-draft';
import { type Loaded, useLinks } from './use-role';

/** A user with their roles and teams, as far as the caller may read them; they are all there, or none. */
export function useUser(id: string): Loaded<StoredLinked<'roles' | 'teams'> | null> {
  const user = useRows({ EntityName: 'User', WhereClause: byId(id), LoadLookUpValues: true });
  const roles = useLinks(ROLES_OF_USER, id);
  const teams = useLinks(TEAMS_OF_USER, id);
  const error = [user, roles, teams].find((each) => each.error !== null)?.error;
  const retry = (): void => [user, roles, teams].forEach(({ refetch }) => void refetch());
  if (user.data === undefined || roles.links === undefined || teams.links === undefined)
    return { data: undefined, refusal: error instanceof Refusal ? error : undefined, retry };
  const [row] = user.data.Result;
  const links = { roles: roles.links, teams: teams.links };
  const data = row === undefined ? null : { rowId: String(row.Id), version: row.RowVersion, row, links };
  return { data, refusal: undefined, retry };
}
