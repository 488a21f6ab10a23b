/** How far an operation reaches, narrowest first. */
export const SCOPES = ['None', 'Own', 'Team', 'All'] as const;
export type Scope = (typeof SCOPES)[number];

export const OPERATIONS = ['create', 'read', 'update', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface EntityAccess extends Readonly<Record<Operation, Scope>> {
  /** Names of the fields that update may set (`WritableFields`, contract §14.6); absent: all. */
  readonly writable?: ReadonlySet<string>;
}

/** Effective scopes of one user by entity name; an entity that is missing is None throughout. */
export type AccessTable = ReadonlyMap<string, EntityAccess>;

export const NO_ACCESS: EntityAccess = { create: 'None', read: 'None', update: 'None', delete: 'None' };
export const FULL_ACCESS: EntityAccess = { create: 'All', read: 'All', update: 'All', delete: 'All' };

const widest = (a: Scope, b: Scope): Scope => (SCOPES.indexOf(a) >= SCOPES.indexOf(b) ? a : b);

/** Several roles: the widest scope per operation, and every field that one of those that may update may set (contract §6). */
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
