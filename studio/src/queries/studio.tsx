import { QueryClient, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, use, useEffect } from 'react';
import { type Entity, type EntitySummary, mayRead, type Relation, type Row } from '../data/entity';
import type { Feed } from '../data/hub';
import { Writes } from '../data/outcomes';
import { Refusal } from '../data/refusal';
import type { Answer, Service } from '../data/service';
import { byId, type WhereClause } from '../data/where';
import { withFieldLabels } from './built-in-labels';

/** The caller, as `GET /me` answers. */
export interface Me {
  readonly Id: string;
  readonly UserName: string;
  readonly DisplayName: string;
  readonly IsAdministrator: boolean;
  readonly Roles: readonly { readonly Id: string; readonly Name: string }[];
  readonly Teams: readonly { readonly Id: string; readonly Name: string }[];
  readonly Permissions: readonly string[];
  readonly TimeZone: string;
  readonly Language?: string | null;
}

/** Services and facts that every screen of an environment uses. */
export interface Studio {
  readonly service: Service;
  readonly writes: Writes;
  readonly feed: Feed;
  readonly me: Me;
  /** Entities that the caller may know. */
  readonly entities: readonly EntitySummary[];
}

export const StudioContext = createContext<Studio | undefined>(undefined);

export function useStudio(): Studio {
  const studio = use(StudioContext);
  if (studio === undefined) throw new Error('This part is shown inside of an environment only.');
  return studio;
}

/** The user in the environment in one word, for keys of what the browser keeps. */
export const placeOfEnvironment = ({ service: { environment }, me }: Studio): string =>
  [...Object.values(environment ?? {}), me.Id].join('/');

/** Data of the service. Reads are repeated while it cannot be reached; refusals are shown. */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => error instanceof Refusal && error.isTemporary && count < 5,
        retryDelay: (count, error) =>
          1000 * (error instanceof Refusal && error.retryAfterS !== undefined ? error.retryAfterS : 2 ** count),
      },
    },
  });

/** Keys of queries: the first two words say what a change of an entity makes old. */
export const rowsKey = (entityName: string, ...rest: readonly unknown[]): readonly unknown[] => [
  'rows',
  entityName,
  ...rest,
];

/** Makes rows of entities old, and reads those again that are on the screen. */
export function useReadAgain(): (entityNames: readonly string[]) => Promise<unknown> {
  const queries = useQueryClient();
  return (names) => Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: rowsKey(name) })));
}

interface Reading {
  readonly signal: AbortSignal;
}

const definition = <Result,>(service: Service, path: string) => ({
  queryKey: ['definitions', path],
  queryFn: async ({ signal }: Reading) => (await service.call<Result>(path, { signal })).Result,
});

/** The caller. */
export const meQuery = (service: Service) => definition<Me>(service, '/me');

/** Entities that the caller may know. */
export const entitiesQuery = (service: Service) => definition<readonly EntitySummary[]>(service, '/entities');

/** The description of an entity. */
export const entityQuery = (service: Service, name: string) => ({
  queryKey: ['definitions', name],
  queryFn: async ({ signal }: Reading) =>
    withFieldLabels((await service.call<Entity>(`/entities/${encodeURIComponent(name)}`, { signal })).Result),
});

export const useEntity = (name: string): Entity => useSuspenseQuery(entityQuery(useStudio().service, name)).data;

/** True where the caller may read rows of an entity. */
export function useMayRead(entityName: string): boolean {
  const { entities } = useStudio();
  return mayRead(entities, entityName);
}

/** Reads definitions and rights again after a refusal that may come from a change of them. */
export function useRenewDefinitions(): (error: unknown) => Promise<void> {
  const queries = useQueryClient();
  return async (error) => {
    const isAboutThem = error instanceof Refusal && [400, 403, 404].includes(error.status);
    if (isAboutThem) await queries.invalidateQueries({ queryKey: ['definitions'] });
  };
}

/** Tells the service that changes of an entity concern the screen; those of others than readable ones do not arrive. */
export function useLive(entityName: string): void {
  const { feed } = useStudio();
  const isReadable = useMayRead(entityName);
  useEffect(() => (isReadable ? feed.show(entityName) : undefined), [feed, entityName, isReadable]);
}

/** Body of `POST /queries/select`. */
export interface Select {
  readonly EntityName: string;
  readonly SelectedFields?: readonly string[];
  readonly WhereClause?: WhereClause;
  readonly GroupBy?: readonly string[];
  readonly Aggregates?: readonly { readonly Function: string; readonly FieldName?: string; readonly Alias: string }[];
  readonly Sort?: readonly { readonly FieldName: string; readonly Direction: 1 | 2 }[];
  readonly Pager?: {
    readonly PageNumber?: number;
    readonly PageSize?: number;
    readonly Count?: 'Exact' | 'Estimated' | 'None';
  };
  readonly GlobalSearch?: string;
  readonly Includes?: readonly Row[];
  readonly LoadLookUpValues?: boolean;
  readonly LoadRecordInfo?: boolean;
  readonly IncludeDeleted?: boolean;
  /** View of a saved query. */
  readonly SavedView?: string;
}

/** Options of a query for rows of an entity, which its changes make old. */
export function useSelect(): (
  body: Select,
  savedQueryId?: string,
) => {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Answer<readonly Row[]>>;
} {
  const { service, feed } = useStudio();
  return ({ EntityName, ...body }, savedQueryId) => ({
    queryKey: rowsKey(EntityName, body, savedQueryId),
    queryFn: async ({ signal }) => {
      await feed.registered(EntityName);
      return savedQueryId === undefined
        ? service.call('/queries/select', { method: 'POST', body: { EntityName, ...body }, signal })
        : service.call(`/queries/execute/${savedQueryId}`, { method: 'POST', body, signal });
    },
  });
}

/** Lookups as text, the lock and the owner of one record. */
export const recordBody = (entityName: string, id: string, isDeleted = false): Select => ({
  EntityName: entityName,
  WhereClause: byId(id),
  LoadLookUpValues: true,
  LoadRecordInfo: true,
  ...(isDeleted ? { IncludeDeleted: true } : {}),
});

/** Children that one record shows and edits at once. */
const CHILDREN = 200;

/** Children of a record by one of its relations. */
export const childrenBody = ({ ChildEntity, ChildField }: Relation, parentId: unknown): Select => ({
  EntityName: ChildEntity!,
  WhereClause: { Filters: [{ FieldName: ChildField, Operator: 'EqualTo', Value: parentId }] },
  LoadLookUpValues: true,
  Pager: { PageSize: CHILDREN },
});

/** Rows of a query, kept up to date by the hub. */
export function useRows(body: Select, isEnabled = true) {
  useLive(body.EntityName);
  const select = useSelect();
  return useQuery({ ...select(body), enabled: isEnabled });
}
