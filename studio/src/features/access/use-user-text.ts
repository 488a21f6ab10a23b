import { byId } from '../../data/where';
import { useRows, useStudio } from '../../queries/studio';

/** Name of a user that an address names; undefined while it is loading. */
export function useUserText(id: string | undefined): string | undefined {
  const { me } = useStudio();
  const body = { EntityName: 'User', SelectedFields: ['Id', 'DisplayName'], WhereClause: byId(id) };
  const { data, isError } = useRows(body, id !== undefined && id !== me.Id);
  const [row] = data?.Result ?? [];
  if (id === me.Id) return me.DisplayName;
  if (id === undefined || (data === undefined && !isError)) return undefined;
  return row === undefined ? id.slice(0, 8) : String(row.DisplayName);
}
