/** How far an operation reaches, narrowest first. */
export const SCOPES = ['None', 'Own', 'Team', 'All'] as const;
export type Scope = (typeof SCOPES)[number];

export const OPERATIONS = ['create', 'read', 'update', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

export type EntityAccess = Readonly<Record<Operation, Scope>>;

/** Effective scopes of one user by entity name; an entity that is missing is None throughout. */
export type AccessTable = ReadonlyMap<string, EntityAccess>;

export const NO_ACCESS: EntityAccess = { create: 'None', read: 'None', update: 'None', delete: 'None' };
export const FULL_ACCESS: EntityAccess = { create: 'All', read: 'All', update: 'All', delete: 'All' };

export const widest = (a: Scope, b: Scope): Scope => (SCOPES.indexOf(a) >= SCOPES.indexOf(b) ? a : b);

/** Several roles: the widest scope per operation (contract §6). */
export const merge = (a: EntityAccess, b: EntityAccess): EntityAccess => ({
  create: widest(a.create, b.create),
  read: widest(a.read, b.read),
  update: widest(a.update, b.update),
  delete: widest(a.delete, b.delete),
});
