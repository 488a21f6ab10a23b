import { sqlTimeZone } from '#core/time/time-zone.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { PLAIN_FIELD } from '#core/catalogue/system-fields.js';
import { FieldPath } from '#core/criteria/field-path.js';
import type { Resolution } from '#core/criteria/operand.js';
import { resolveCriterion } from '#core/criteria/resolve-criterion.js';
import {
  isGrouped,
  type AggregateFunction,
  type AggregateItem,
  type GroupItem,
  type SelectCommand,
} from '#core/requests/select-command.js';
import type { Family } from '#core/fields/value-type.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { averageScale, type Aggregate, type GroupColumn, type Grouping } from './grouping.js';
import { resolveNamed } from './plan-row.js';

/** Precision of a sum, which no sum exceeds. */
const SUM_PRECISION = 1_000;

/** Families that an aggregate function accepts, and the end of the message for other fields. */
interface Needs {
  readonly families: ReadonlySet<Family>;
  readonly lack: string;
}

const NUMBER: Needs = { families: new Set<Family>(['number']), lack: 'which is not a number' };
const ORDER: Needs = { families: new Set<Family>(['text', 'number', 'time', 'enum']), lack: 'which has no order' };
const NEEDS: Readonly<Partial<Record<AggregateFunction, Needs>>> = { Sum: NUMBER, Avg: NUMBER, Min: ORDER, Max: ORDER };

/** Plans the groups of a query; `undefined` for a query of rows. Faults are collected in `resolution.faults`. */
export function planGrouping(resolution: Resolution, entity: Entity, command: SelectCommand): Grouping | undefined {
  const { groupBy, aggregates, selectedFields, distinct } = command;
  if (isGrouped(command)) {
    const columns = groupBy.flatMap((item) => planColumn(resolution, entity, item) ?? []);
    const made = aggregates.flatMap((item) => planAggregate(resolution, entity, item) ?? []);
    return assembled(resolution, { ...entity, name: `A group of ${entity.name}` }, command, [columns, made]);
  }
  if (!distinct) return undefined;
  const columns = new Map<string, GroupColumn>();
  for (const named of selectedFields ?? []) {
    const column = planColumn(resolution, entity, named);
    if (column) columns.set(column.field.name, column);
  }
  const rows = { ...entity, name: `A distinct row of ${entity.name}` };
  return assembled(resolution, rows, { ...command, selectedFields: undefined }, [[...columns.values()], []]);
}

function assembled(
  resolution: Resolution,
  entity: Entity,
  { having, selectedFields }: Pick<SelectCommand, 'having' | 'selectedFields'>,
  [columns, aggregates]: readonly [readonly GroupColumn[], readonly Aggregate[]],
): Grouping {
  const fields = new Map([...columns, ...aggregates].map(({ field }) => [field.name.toLowerCase(), field]));
  refuseDuplicateNames(resolution, columns, aggregates);
  const groups: Entity = { ...entity, fields, children: new Map(), publicFields: new Set() };
  const shown = new Map<string, FieldPath>();
  for (const named of selectedFields ?? []) {
    const path = resolveNamed(resolution.ctx, groups, named, resolution.faults);
    if (path) shown.set(path.name, path);
  }
  const rest = selectedFields ? aggregates.map(({ field }) => field) : [...fields.values()];
  for (const field of rest) if (!shown.has(field.name)) shown.set(field.name, new FieldPath(groups, [], field));
  const condition = resolveCriterion(resolution, groups, having);
  return { entity: groups, columns, aggregates, having: condition, shown: [...shown.values()] };
}

/** Refuses two columns with the same name in any letter case. */
function refuseDuplicateNames(
  { faults }: Resolution,
  columns: readonly GroupColumn[],
  aggregates: readonly Aggregate[],
): void {
  const names = new Set<string>();
  const check = (name: string, path: string, hint: string): void => {
    if (names.has(name.toLowerCase())) faults.add('Validation', `Two columns are named ${name}; ${hint}.`, { path });
    names.add(name.toLowerCase());
  };
  for (const { field } of columns) check(field.name, 'GroupBy', 'group by it once');
  for (const { field } of aggregates) check(field.name, 'Aggregates', 'give one an Alias');
}

function planColumn(resolution: Resolution, entity: Entity, item: GroupItem): GroupColumn | undefined {
  const { ctx, faults, args } = resolution;
  const path = resolveNamed(ctx, entity, item, faults);
  if (!path) return undefined;
  const { family } = valueTypeOf(path.field);
  if (family === 'json') return refuse(resolution, item.path, path, 'which cannot be grouped by');
  if (!item.bucket) return { path, field: shownAs(path, path.name) };
  if (family !== 'time') return refuse(resolution, item.path, path, 'and Bucket is only allowed for Date and DateTime');
  const timeZone = args.add(sqlTimeZone(item.timeZone ?? ctx.catalogue.environment.settings.timeZone), 'text');
  const field = { ...shownAs(path, path.name), type: 'Date' } as const;
  return { path, bucket: { unit: item.bucket, timeZone }, field };
}

function planAggregate(resolution: Resolution, entity: Entity, item: AggregateItem): Aggregate | undefined {
  const { function: made, field: named, alias } = item;
  if (!named) return { function: made, field: aggregateField(made, alias ?? made) };
  const path = resolveNamed(resolution.ctx, entity, named, resolution.faults);
  if (!path) return undefined;
  const needs = NEEDS[made];
  if (needs && !needs.families.has(valueTypeOf(path.field).family)) {
    return refuse(resolution, named.path, path, `${needs.lack}; ${made} is not allowed there`);
  }
  const name = alias ?? made + path.name.replaceAll('.', '');
  return { function: made, path, field: aggregateField(made, name, path) };
}

function aggregateField(made: AggregateFunction, name: string, path?: FieldPath): Field {
  const plain = { ...PLAIN_FIELD, id: name, entityName: '', name };
  if (!path || made === 'Count' || made === 'CountDistinct') return { ...plain, type: 'Int', required: true };
  if (made === 'Min' || made === 'Max') return { ...shownAs(path, name), required: false };
  return { ...plain, type: 'Decimal', precision: SUM_PRECISION, scale: averageScale(path.field) };
}

function refuse({ faults }: Resolution, at: string, { name, field }: FieldPath, why: string): undefined {
  faults.add('Validation', `${name} is ${field.type}, ${why}.`, { fieldName: name, path: at });
  return undefined;
}

/** Describes a field's values as a column of the groups; a lookup becomes a Uuid that cannot be followed. */
const shownAs = ({ steps, field }: FieldPath, name: string): Field => ({
  ...field,
  name,
  type: field.target ? 'Uuid' : field.type,
  required: field.required && steps.length === 0,
  target: undefined,
  constant: undefined,
});
