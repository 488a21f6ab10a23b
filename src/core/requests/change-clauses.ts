import { rewriteFilters, type FilterRewrite } from './rewrite-filters.js';
import type { IncludeCommand, SelectCommand } from './select-command.js';

/** Rewrites the filters of all clauses of a query: WhereClause, Having, and those of its includes. */
export const changeClauses = (command: SelectCommand, change: FilterRewrite): SelectCommand => ({
  ...command,
  where: rewriteFilters(command.where, change),
  having: rewriteFilters(command.having, change),
  includes: command.includes.map((include) => changedInclude(include, change)),
});

const changedInclude = (include: IncludeCommand, change: FilterRewrite): IncludeCommand => ({
  ...include,
  where: rewriteFilters(include.where, change),
  includes: include.includes.map((inner) => changedInclude(inner, change)),
});
