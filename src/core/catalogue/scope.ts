import type { JsonValue } from '#core/json/json.js';

/** Scopes of an operation, from narrowest to widest. */
export const SCOPES = ['None', 'Own', 'Team', 'All'] as const;
export type Scope = (typeof SCOPES)[number];

export const OPERATIONS = ['create', 'read', 'update', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Operations as they are named on the wire. */
export const OPERATION_NAMES = {
  create: 'Create',
  read: 'Read',
  update: 'Update',
  delete: 'Delete',
} as const satisfies Readonly<Record<Operation, string>>;

/** Members of a role's access that limit the rows of an operation by a where-clause. */
export const CLAUSE_OF = {
  create: 'CreateWhere',
  read: 'ReadWhere',
  update: 'UpdateWhere',
  delete: 'DeleteWhere',
} as const satisfies Readonly<Record<Operation, string>>;

/** Rights to read a field's values, from narrowest to widest. */
export const FIELD_READS = ['None', 'Masked', 'Full'] as const;
export type FieldRead = (typeof FIELD_READS)[number];

/** Right to a protected field. */
export interface FieldRight {
  readonly read: FieldRead;
  readonly write: boolean;
}

/** Where-clause of a role that limits the rows of an operation (docs/interface/access.md#row-conditions). */
export interface RowClause {
  /** Names the clause within a version of the definitions: the id of the role's access, and the operation. */
  readonly id: string;
  readonly roleId: string;
  readonly json: JsonValue;
}

/** Rows that roles with clauses give, beyond those of the roles without. */
export interface LimitedRows {
  /** Widest scope of the roles without clause. */
  readonly open: Scope;
  /** Wider scopes, each with its clause, in the order of the clauses' ids. */
  readonly grants: readonly RowGrant[];
}

/** Rows of a scope that meet a clause. */
export interface RowGrant {
  readonly scope: Scope;
  readonly clause: RowClause;
}

export interface EntityAccess extends Readonly<Record<Operation, Scope>> {
  /** Names of the fields that an update may set (docs/interface/access.md#writable-fields); absent: all. */
  readonly writable?: ReadonlySet<string>;
  /** Rights to protected fields by their names; absent: none. */
  readonly fields?: ReadonlyMap<string, FieldRight>;
  /** Operations whose rows clauses limit; absent: none. */
  readonly rows?: Readonly<Partial<Record<Operation, LimitedRows>>>;
}

/** Effective scopes of one user by entity name; a missing entity means None. */
export type AccessTable = ReadonlyMap<string, EntityAccess>;

export const NO_ACCESS: EntityAccess = { create: 'None', read: 'None', update: 'None', delete: 'None' };
export const FULL_ACCESS: EntityAccess = { create: 'All', read: 'All', update: 'All', delete: 'All' };

const wider =
  <T>(inOrder: readonly T[]) =>
  (a: T, b: T): T =>
    inOrder.indexOf(a) >= inOrder.indexOf(b) ? a : b;
const widest = wider(SCOPES);
export const widestRead = wider(FIELD_READS);

/**
 * Merges the access of two roles: the widest scope per operation, the union of the rows and of the writable fields, and the
 * widest right to each protected field.
 */
export const merge = (a: EntityAccess, b: EntityAccess): EntityAccess => ({
  create: widest(a.create, b.create),
  read: widest(a.read, b.read),
  update: widest(a.update, b.update),
  delete: widest(a.delete, b.delete),
  ...writableOf(a, b),
  ...((a.fields || b.fields) && { fields: fieldsOf(a.fields, b.fields) }),
  ...((a.rows || b.rows) && rowsOf(a, b)),
});

/** A role without clause absorbs clauses of scopes that are not wider than its own. */
function rowsOf(a: EntityAccess, b: EntityAccess): Pick<EntityAccess, 'rows'> {
  const limited = OPERATIONS.flatMap((operation) => {
    const [ofA, ofB] = [a, b].map(({ rows, [operation]: scope }) => rows?.[operation] ?? { open: scope, grants: [] });
    const open = widest(ofA.open, ofB.open);
    const grants = [...ofA.grants, ...ofB.grants]
      .filter(({ scope }) => SCOPES.indexOf(scope) > SCOPES.indexOf(open))
      .toSorted((one, other) => (one.clause.id < other.clause.id ? -1 : 1));
    return grants.length > 0 ? [[operation, { open, grants }] as const] : [];
  });
  return limited.length > 0 ? { rows: Object.fromEntries(limited) } : {};
}

function fieldsOf(a: EntityAccess['fields'], b: EntityAccess['fields']): ReadonlyMap<string, FieldRight> {
  const merged = new Map(a);
  for (const [name, { read, write }] of b ?? []) {
    const known = merged.get(name) ?? { read: 'None', write: false };
    merged.set(name, { read: widestRead(read, known.read), write: write || known.write });
  }
  return merged;
}

function writableOf(a: EntityAccess, b: EntityAccess): Pick<EntityAccess, 'writable'> {
  if (a.update === 'None' || b.update === 'None') {
    const { writable } = a.update === 'None' ? b : a;
    return writable ? { writable } : {};
  }
  return a.writable && b.writable ? { writable: new Set([...a.writable, ...b.writable]) } : {};
}
