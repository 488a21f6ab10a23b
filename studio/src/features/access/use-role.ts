import { lookedUp, type Row, type Scope } from '../../data/entity';
import { textOf } from '../../data/exact';
import { Refusal } from '../../data/refusal';
import { type Select, useMayRead, useRows } from '../../queries/studio';
import { type LinkKind, MEMBERS_OF_ROLE, PERMISSIONS_OF_ROLE, type StoredLink } from './links';
import type { StoredAccess, StoredRole } from './role-draft';

/** Most rows that a query answers. */
export const MOST_ROWS = 1000;

/** A result that may not be there yet. */
export interface Loaded<Result> {
  readonly data: Result | undefined;
  readonly refusal: Refusal | undefined;
  readonly retry: () => void;
}

/** Body that reads the links of a record. */
const linksBody = ({ entity, near }: LinkKind, nearId: string): Select => ({
  EntityName: entity,
  WhereClause: { Filters: [{ FieldName: near, Operator: 'EqualTo', Value: nearId }] },
  LoadLookUpValues: true,
  Pager: { PageSize: MOST_ROWS },
});

function readLink({ far }: LinkKind, row: Row): StoredLink {
  const { id, text } = lookedUp(row[far]) ?? { id: '', text: '' };
  const mapping = lookedUp(row.IdentityMappingId)?.text;
  return { rowId: String(row.Id), version: row.RowVersion, id, text, ...(mapping === undefined ? {} : { mapping }) };
}

const readAccess = (row: Row): StoredAccess => ({
  rowId: String(row.Id),
  version: row.RowVersion,
  entityName: String(row.EntityName),
  Create: row.Create as Scope,
  Read: row.Read as Scope,
  Update: row.Update as Scope,
  Delete: row.Delete as Scope,
  WritableFields: Array.isArray(row.WritableFields) ? row.WritableFields.map(textOf) : [],
});

/** Links of a record; none where the caller may not read them. */
export function useLinks(kind: LinkKind, nearId: string) {
  const isReadable = useMayRead(kind.entity);
  const { data, error, refetch } = useRows(linksBody(kind, nearId), isReadable);
  const links = isReadable ? data?.Result.map((row) => readLink(kind, row)) : [];
  return { links, error, refetch };
}

/** A role with its parts; they are all there, or none. */
export function useRole(id: string | undefined): Loaded<StoredRole | null> {
  const isAsked = id !== undefined;
  const ofRole = (EntityName: string, field: string): Select => ({
    EntityName,
    WhereClause: { Filters: [{ FieldName: field, Operator: 'EqualTo', Value: id }] },
    Pager: { PageSize: MOST_ROWS },
  });
  const role = useRows(ofRole('Role', 'Id'), isAsked);
  const access = useRows(ofRole('RoleAccess', 'RoleId'), isAsked);
  const permissions = useRows(linksBody(PERMISSIONS_OF_ROLE, id ?? ''), isAsked);
  const members = useRows(linksBody(MEMBERS_OF_ROLE, id ?? ''), isAsked);
  const all = [role, access, permissions, members];
  const error = all.find((each) => each.error !== null)?.error;
  const retry = (): void => all.forEach(({ refetch }) => void refetch());
  const [roles, accesses, granted, given] = all.map(({ data }) => data?.Result);
  if (roles === undefined || accesses === undefined || granted === undefined || given === undefined)
    return { data: undefined, refusal: error instanceof Refusal ? error : undefined, retry };
  const [row] = roles;
  return { data: row === undefined ? null : readRole(row, { accesses, granted, given }), refusal: undefined, retry };
}

function readRole(
  row: Row,
  parts: { readonly accesses: readonly Row[]; readonly granted: readonly Row[]; readonly given: readonly Row[] },
): StoredRole {
  return {
    rowId: String(row.Id),
    version: row.RowVersion,
    name: String(row.Name),
    description: textOf(row.Description),
    isSystem: row.IsSystem === true,
    access: parts.accesses.map(readAccess),
    permissions: parts.granted.map((each) => readLink(PERMISSIONS_OF_ROLE, each)),
    members: parts.given.map((each) => readLink(MEMBERS_OF_ROLE, each)),
  };
}
