import { Faults } from '#core/errors.js';
import type { WhereClause } from '#core/requests/where-clause.js';
import type { ListItem, ListRequest } from '#queries/core/lists/list.js';

export const requestOf = (asked: Partial<ListRequest> = {}): ListRequest => ({
  pageNumber: 1,
  pageSize: 50,
  faults: new Faults(),
  ...asked,
});

export const item = (value: string, more: Partial<ListItem> = {}): ListItem => ({
  value,
  text: value,
  isActive: true,
  ...more,
});

/** The filters of a clause, each as field, operator and value. */
export const filtersOf = (where: WhereClause | undefined): readonly string[] =>
  (where?.filters ?? []).map(({ fieldName, operator, value }) => `${fieldName} ${operator} ${JSON.stringify(value)}`);
