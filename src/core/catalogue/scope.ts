/** Scopes of an operation, from narrowest to widest. */
export const SCOPES = ['None', 'Own', 'Team', 'All'] as const;
export type Scope = (typeof SCOPES)[number];

export const OPERATIONS = ['create', 'read', 'update', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface EntityAccess extends Readonly<Record<Operation, Scope>> {
  /** Names of the fields that an update may set (docs/interface/access.md#writable-fields); absent: all. */
  readonly writable?: ReadonlySet<string>;
}

/** Effective scopes of one user by entity name; a missing entity means None. */
export type AccessTable = ReadonlyMap<string, EntityAccess>;

export const NO_ACCESS: EntityAccess = { create: 'None', read: 'None', update: 'None', delete: 'None' };
export const FULL_ACCESS: EntityAccess = { create: 'All', read: 'All', update: 'All', delete: 'All' };

const widest = (a: Scope, b: Scope): Scope => (SCOPES.indexOf(a) >= SCOPES.indexOf(b) ? a : b);

/** Merges the access of two roles: the widest scope per operation, and the union of the writable fields. */
export const merge = (a: EntityAccess, b: EntityAccess): EntityAccess => ({
  create: widest(a.create, b.create),
  read: widest(a.read, b.read),
  update: widest(a.update, b.update),
  delete: widest(a.delete, b.delete),
  ...writableOf(a, b),
});

function writableOf(a: EntityAccess, b: EntityAccess): Pick<EntityAccess, 'writable'> {
  if (a.update === 'None' || b.update === 'None') {
    const { writable } = a.update === 'None' ? b : a;
    return writable ? { writable } : {};
  }
  return a.writable && b.writable ? { writable: new Set([...a.writable, ...b.writable]) } : {};
}
