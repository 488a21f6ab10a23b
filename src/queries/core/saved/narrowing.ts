import type { Filter, WhereClause } from '#core/requests/where-clause.js';
import type { Fault } from '#core/errors.js';
import { isGrouped, type SelectCommand } from '#core/requests/select-command.js';

/**
 * Returns a message if a clause must not be added to a query. A filter on rows changes aggregates, so it may only use
 * the group keys. A bucket holds many values of its field, so it does not count as a key.
 */
export function wideningFaults(select: SelectCommand, where: WhereClause | undefined): readonly Fault[] {
  if (!where || !isGrouped(select)) return [];
  const columns = new Set(select.groupBy.filter(({ bucket }) => !bucket).map(({ name }) => name.toLowerCase()));
  return where.filters
    .filter((filter) => !fieldsOf(filter).every((name) => columns.has(name.toLowerCase())))
    .map(({ fieldName, path }) => ({
      code: 'BadFilter',
      message: `The query answers groups: filters may only look at its GroupBy fields, without buckets, not at ${fieldName.slice(0, 100)}.`,
      path: `${path}.FieldName`,
    }));
}

const fieldsOf = ({ fieldName, source, value }: Filter): readonly string[] =>
  source === 'Field' && typeof value === 'string' ? [fieldName, value] : [fieldName];
