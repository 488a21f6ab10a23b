import { readWhereClause } from './where-clause.js';
import { isObject, type JsonValue } from '#core/json/json.js';
import { timeZoneProblem } from '#core/time/time-zone.js';
import type { Members, ShapeReader } from '#core/shapes/shape-reader.js';
import { readChoice } from './read-page.js';
import {
  AGGREGATE_FUNCTIONS,
  BUCKETS,
  type AggregateItem,
  type GroupItem,
  type SelectCommand,
} from './select-command.js';

export const MAX_GROUP_COLUMNS = 32;
export const MAX_AGGREGATES = 32;

const ALIAS = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;

/** Reads the members of a query that group its rows. */
export function readGrouping(
  reader: ShapeReader,
  select: Members,
): Pick<SelectCommand, 'groupBy' | 'aggregates' | 'having'> {
  const groupBy = elements(select, 'GroupBy', MAX_GROUP_COLUMNS).flatMap((json, i) => {
    return groupItem(reader, select, json, `GroupBy[${i}]`) ?? [];
  });
  const aggregates = elements(select, 'Aggregates', MAX_AGGREGATES).flatMap((json, i) => {
    return aggregateItem(reader, json, `Aggregates[${i}]`) ?? [];
  });
  const having = readWhereClause(reader, select.value('Having'), 'Having');
  return { groupBy, aggregates, ...(having && { having }) };
}

function elements(select: Members, name: string, max: number): readonly JsonValue[] {
  const items = select.optionalArray(name) ?? [];
  if (items.length <= max) return items;
  select.fault(name, `${name} may have at most ${max} elements, not ${items.length}.`);
  return [];
}

function groupItem(reader: ShapeReader, select: Members, json: JsonValue, path: string): GroupItem | undefined {
  if (typeof json === 'string' && json !== '') return { name: json, path };
  if (!isObject(json)) return select.fault(path, `${path} must be the name of a field or an object with FieldName.`);
  const item = reader.closedObject(json, path, ['FieldName', 'Bucket', 'TimeZone']);
  const [name, bucket] = [item.text('FieldName'), readChoice(item, 'Bucket', BUCKETS)];
  const timeZone = readTimeZone(item);
  if (name === undefined) return undefined;
  return { name, path: item.at('FieldName'), ...(bucket && { bucket }), ...(timeZone && { timeZone }) };
}

function readTimeZone(item: Members): string | undefined {
  const name = item.optionalText('TimeZone');
  if (name === undefined || name === '') return undefined;
  if (!item.has('Bucket')) return item.fault('TimeZone', 'TimeZone is only allowed together with Bucket.');
  const problem = timeZoneProblem(name);
  return problem === undefined ? name : item.fault('TimeZone', `${item.at('TimeZone')}: ${problem}`);
}

function aggregateItem(reader: ShapeReader, json: JsonValue, path: string): AggregateItem | undefined {
  const item = reader.closedObject(json, path, ['Function', 'FieldName', 'Alias']);
  if (!isObject(json)) return undefined;
  if (item.text('Function') === undefined) return undefined;
  const [made, name, alias] = [
    readChoice(item, 'Function', AGGREGATE_FUNCTIONS),
    item.optionalText('FieldName') ?? '',
    readAlias(item),
  ];
  if (!made) return undefined;
  if (name === '' && made !== 'Count')
    return item.fault('FieldName', `${item.at('FieldName')}: ${made} needs a field.`);
  const field = name === '' ? undefined : { name, path: item.at('FieldName') };
  return { function: made, path, ...(field && { field }), ...(alias && { alias }) };
}

function readAlias(item: Members): string | undefined {
  const alias = item.optionalText('Alias') ?? '';
  if (alias === '' || ALIAS.test(alias)) return alias;
  return item.fault('Alias', `${item.at('Alias')} must match ${ALIAS.source}.`);
}
