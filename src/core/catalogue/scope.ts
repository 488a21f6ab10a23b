/** Scopes of an operation, from narrowest to widest. */
export const SCOPES = ['None', 'Own', 'Team', 'All'] as const;
export type Scope = (typeof SCOPES)[number];

export const OPERATIONS = ['create', 'read', 'update', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Rights to read a field's values, from narrowest to widest. */
export const FIELD_READS = ['None', 'Masked', 'Full'] as const;
export type FieldRead = (typeof FIELD_READS)[number];

/** Right to a protected field. */
export interface FieldRight {
  readonly read: FieldRead;
  readonly write: boolean;
}

export interface EntityAccess extends Readonly<Record<Operation, Scope>> {
  /** Names of the fields that an update may set (docs/interface/access.md#writable-fields); absent: all. */
  readonly writable?: ReadonlySet<string>;
  /** Rights to protected fields by their names; absent: none. */
  readonly fields?: ReadonlyMap<string, FieldRight>;
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
 * Merges the access of two roles: the widest scope per operation, the union of the writable fields, and the widest right to
 * each protected field.
 */
export const merge = (a: EntityAccess, b: EntityAccess): EntityAccess => ({
  create: widest(a.create, b.create),
  read: widest(a.read, b.read),
  update: widest(a.update, b.update),
  delete: widest(a.delete, b.delete),
  ...writableOf(a, b),
  ...((a.fields || b.fields) && { fields: fieldsOf(a.fields, b.fields) }),
});

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
