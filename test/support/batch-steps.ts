import { assignments, type Row } from './test-app.js';

/** Steps of a batch. */
export const insert = (EntityName: string, fields: Row, more: object = {}): object => ({
  Operation: 'Insert',
  EntityName,
  Fields: assignments(fields),
  ...more,
});
export const update = (EntityName: string, fields: Row, WhereClause: unknown): object => ({
  Operation: 'Update',
  EntityName,
  Fields: assignments(fields),
  WhereClause,
});
export const remove = (EntityName: string, WhereClause: unknown): object => ({
  Operation: 'Delete',
  EntityName,
  WhereClause,
});
