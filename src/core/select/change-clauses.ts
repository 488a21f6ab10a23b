import { changeFilters, type FilterChange } from '../criteria/change-filters.js';
import type { IncludeCommand, SelectCommand } from './select-command.js';

/** The query with the filters of all its clauses changed: its own, those of its groups and of its includes. */
export const changeClauses = (command: SelectCommand, change: FilterChange): SelectCommand => ({
  ...command,
  where: changeFilters(command.where, change),
  having: changeFilters(command.having, change),
  includes: command.includes.map((include) => changedInclude(include, change)),
});

const changedInclude = (include: IncludeCommand, change: FilterChange): IncludeCommand => ({
  ...include,
  where: changeFilters(include.where, change),
  includes: include.includes.map((inner) => changedInclude(inner, change)),
});
