import type { ReactNode } from 'react';
import type { EntitySummary } from '../../data/entity';
import { type Access, type Operation, OPERATIONS } from './role-draft';

/** Content of a matrix of entities, and how it is changed. */
export interface MatrixOf {
  /** Name of what the matrix is of, for screen readers. */
  readonly label: string;
  readonly accessOf: (entityName: string) => Access;
  /** Stored access, where the matrix shows changes. */
  readonly storedOf?: (entityName: string) => Access;
  /** Another role beside it. */
  readonly other?: { readonly name: string; readonly accessOf: (entityName: string) => Access };
  /** Absent where the matrix is read. */
  readonly onChange?: (changes: readonly AccessChange[]) => void;
  /** Content of a cell instead of its scope alone, such as a link. */
  readonly cell?: (entity: EntitySummary, operation: Operation) => ReactNode;
  /** True where fields are shown. */
  readonly hasFields?: boolean;
}

export interface AccessChange {
  readonly entityName: string;
  readonly change: Partial<Access>;
}

export const isSameAccess = (a: Access, b: Access): boolean =>
  OPERATIONS.every((operation) => a[operation] === b[operation]) && isSameFields(a, b);

export const isSameFields = (a: Access, b: Access): boolean =>
  a.WritableFields.length === b.WritableFields.length &&
  a.WritableFields.every((name) => b.WritableFields.includes(name));
