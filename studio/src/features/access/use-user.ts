import { lookedUp, type Row } from '../../data/entity';
import { textOf } from '../../data/exact';
import { Refusal } from '../../data/refusal';
import { useRows } from '../../queries/studio';
import { byId } from '../../data/where';
import { type Far, ROLES_OF_USER, TEAMS_OF_USER } from './links';
import { linksBody, type Loaded, readLink } from './use-role';
import type { StoredUser } from './user-draft';

/** A user with their roles and teams; they are all there, or none. */
export function useUser(id: string): Loaded<StoredUser | null> {
  const user = useRows({ EntityName: 'User', WhereClause: byId(id), LoadLookUpValues: true });
  const roles = useRows(linksBody(ROLES_OF_USER, id));
  const teams = useRows(linksBody(TEAMS_OF_USER, id));
  const all = [user, roles, teams];
  const error = all.find((each) => each.error !== null)?.error;
  const retry = (): void => all.forEach(({ refetch }) => void refetch());
  const [users, given, joined] = all.map(({ data }) => data?.Result);
  if (users === undefined || given === undefined || joined === undefined)
    return { data: undefined, refusal: error instanceof Refusal ? error : undefined, retry };
  const [row] = users;
  return { data: row === undefined ? null : readUser(row, given, joined), refusal: undefined, retry };
}

const farOf = (value: unknown): Far | null => lookedUp(value) ?? null;

const readUser = (row: Row, roles: readonly Row[], teams: readonly Row[]): StoredUser => ({
  rowId: String(row.Id),
  version: row.RowVersion,
  name: String(row.DisplayName),
  userName: String(row.UserName),
  email: textOf(row.Email),
  isActive: row.IsActive === true,
  manager: farOf(row.ManagerId),
  primaryTeam: farOf(row.PrimaryTeamId),
  roles: roles.map((each) => readLink(ROLES_OF_USER, each)),
  teams: teams.map((each) => readLink(TEAMS_OF_USER, each)),
});
