import { scopeOf, scopeSql } from '../access.js';
import { storedFields, type Entity } from '../catalogue/entity.js';
import type { Field } from '../catalogue/field.js';
import type { RequestContext } from '../context.js';
import { changeSql } from '../changes/change.sql.js';
import { operationSql } from '../changes/operation.sql.js';
import { versionSql } from '../changes/version.sql.js';
import { relationSql, targetSql } from '../criteria/relation.js';
import { ident, list, raw, sql, type Sql } from '../sql/sql.js';
import { draftJson, recordIdentityJson, recordJson } from '../values/record-json.js';
import { valueTypeOf } from '../values/value-types.js';
import { guardSelects } from '../writes/guard.sql.js';
import { type InsertGroup, type InsertPlan, type UsedNumber } from './insert-plan.js';
import { matchColumn, type UsedLookup } from '../writes/used-lookup.js';
import { historyEntity, historyRowsSql } from './first-status.sql.js';
import { isMatch, lockTargets, targetsOf } from '../writes/lookup-targets.sql.js';
import { NEW_ROW } from '../writes/stamps.sql.js';

/** Names of a group's CTEs: its rows, what was stored of them, and that as JSON. */
const rowsOf = (i: number): Sql => raw(`x${i}`);
const storedOf = (i: number): Sql => raw(`i${i}`);
const jsonOf = (i: number): Sql => raw(`j${i}`);
const ownersOf = (i: number): Sql => raw(`o${i}`);
const lockOf = (i: number, lookup: number): Sql => raw(`l${i}_${lookup}`);

const R = raw('r');
const column = (field: { readonly name: string }): Sql => sql`${R}.${ident(field.name)}`;

/** Columns of the row JSON: what Node assigned, the own fields, and the values that lookups are matched by. */
function rowType({ entity, lookups }: InsertGroup): Sql {
  const own = [...entity.fields.values()].filter(({ isSystem, type }) => !isSystem && type !== 'AutoNumber');
  const ids = ['Id', 'RecordInformationId', 'StatusId', 'OwnerId', 'OwnerTeamId'];
  return list([
    raw('"n" int'),
    ...ids.map((name) => sql`${ident(name)} uuid`),
    ...own.map((field) => sql`${ident(field.name)} ${raw(valueTypeOf(field).operandType(field))}`),
    ...lookups.flatMap(({ field, matchedBy }) =>
      matchedBy.map((by) => sql`${ident(matchColumn(field, by))} ${raw(valueTypeOf(by).operandType(by))}`),
    ),
  ]);
}

/** The rows as they came from Node, as a table called `alias`. */
const jsonRows = (group: InsertGroup, alias: Sql): Sql =>
  sql`${raw(group.single ? 'json_to_record' : 'json_to_recordset')}(${group.rows}) AS ${alias}(${rowType(group)})`;

const matchAlias = (field: Field, by: Field): Sql => ident(matchColumn(field, by));

/** A matched lookup is the target's Id where the unique field has the value; readable targets only. */
function matchJoins(ctx: RequestContext, { lookups }: InsertGroup): readonly Sql[] {
  return lookups.flatMap(({ field, target, matchedBy }) =>
    matchedBy.map((by) => {
      const alias = matchAlias(field, by);
      return sql` LEFT JOIN ${targetsOf(ctx, target)} ${alias} ON ${isMatch(alias, by, sql`${R}.${alias}`)}`;
    }),
  );
}

function lookupColumn(field: Field, lookups: readonly UsedLookup[]): Sql {
  const matchedBy = lookups.find((used) => used.field === field)?.matchedBy ?? [];
  if (matchedBy.length === 0) return column(field);
  return sql`COALESCE(${list([column(field), ...matchedBy.map((by) => sql`${matchAlias(field, by)}.${ident('Id')}`)])})`;
}

function numberColumn(field: Field, numbers: readonly UsedNumber[]): Sql {
  const number = numbers.find((used) => used.field === field);
  if (!number) return raw('NULL::text');
  const { prefix, suffix, width } = number;
  const counter = sql`${column(field)}::text`;
  return sql`${prefix} || lpad(${counter}, GREATEST(${raw(String(width))}, length(${counter})), '0') || ${suffix}`;
}

/** Owner and team: as assigned, else from the owner's user record, else from the target of OwnerFrom. */
function ownerColumn(name: 'OwnerId' | 'OwnerTeamId', { owners }: InsertGroup): Sql {
  const sources = [
    column({ name }),
    ...(owners.given && name === 'OwnerTeamId' ? [sql`"owner"."PrimaryTeamId"`] : []),
    ...(owners.derived ? [sql`"source".${ident(name)}`] : []),
  ];
  return sources.length === 1 ? sources[0] : sql`COALESCE(${list(sources)})`;
}

/** The lookup by which rows take the owner of existing targets. */
const ownerLookup = ({ entity, owners, lookups }: InsertGroup): UsedLookup | undefined =>
  owners.derived ? lookups.find(({ field }) => field === entity.ownerFrom) : undefined;

/**
 * CTE `o…`: the targets that rows take their owner from, locked before they are read: a change of their owner that is
 * under way is over then, and a later one finds these rows and takes them along.
 */
function ownerCtes(ctx: RequestContext, group: InsertGroup, i: number): readonly Sql[] {
  const used = ownerLookup(group);
  if (!used) return [];
  const targets = targetsOf(ctx, used.target);
  const matched = used.matchedBy.map((by) => {
    const value = sql`${R}.${matchAlias(used.field, by)}`;
    return sql` UNION ALL SELECT m."Id" FROM ${jsonRows(group, R)} JOIN ${targets} m ON ${isMatch(raw('m'), by, value)}`;
  });
  const wanted =
    matched.length === 0 ? sql`= ANY(${used.ids})` : sql`IN (SELECT unnest(${used.ids})${list(matched, '')})`;
  return [
    sql`${ownersOf(i)} AS MATERIALIZED (SELECT t."Id", t."OwnerId", t."OwnerTeamId" FROM ${targets} t WHERE t."Id" ${wanted} ORDER BY t."Id" FOR KEY SHARE OF t)`,
  ];
}

/** Id, owner and team of whatever rows take their owner from: existing targets, and records of this same write. */
function ownerSource(group: InsertGroup, i: number, added: ReadonlyMap<string, Sql>): Sql {
  const drafted = added.get(group.entity.ownerFrom!.target!);
  const sources = [...(ownerLookup(group) ? [ownersOf(i)] : []), ...(drafted ? [drafted] : [])];
  return sql`(${list(
    sources.map((source) => sql`SELECT "Id", "OwnerId", "OwnerTeamId" FROM ${source}`),
    ' UNION ALL ',
  )})`;
}

function ownerJoins(
  ctx: RequestContext,
  group: InsertGroup,
  i: number,
  added: ReadonlyMap<string, Sql>,
): readonly Sql[] {
  const { entity, owners } = group;
  const reader = { ctx, rights: 'system', added } as const;
  const joins: Sql[] = [];
  if (owners.given) {
    const users = relationSql(reader, ctx.catalogue.entity('User'));
    joins.push(sql` LEFT JOIN ${users} "owner" ON "owner"."Id" = r."OwnerId"`);
  }
  if (owners.derived) {
    const source = entity.ownerFrom!;
    joins.push(
      sql` LEFT JOIN ${ownerSource(group, i, added)} "source" ON r."OwnerId" IS NULL AND "source"."Id" = ${lookupColumn(source, group.lookups)}`,
    );
  }
  return joins;
}

function valueSql(field: Field, group: InsertGroup): Sql {
  if (field.name === 'OwnerId' || field.name === 'OwnerTeamId') return ownerColumn(field.name, group);
  if (NEW_ROW[field.name] && field.isSystem) return NEW_ROW[field.name];
  if (field.type === 'AutoNumber') return numberColumn(field, group.numbers);
  return field.type === 'Lookup' ? lookupColumn(field, group.lookups) : column(field);
}

/** The rows of a group as they will be stored. The counter is drawn in a sub-select, once per row. */
function rowsCte(ctx: RequestContext, group: InsertGroup, i: number, added: ReadonlyMap<string, Sql>): Sql {
  const { entity, numbers } = group;
  const drawn = numbers.map(({ field, sequence }) => sql`, nextval(${sequence}) AS ${ident(field.name)}`);
  const values = storedFields(entity).map((field) => sql`${valueSql(field, group)} AS ${ident(field.name)}`);
  const matched = group.lookups.flatMap(({ field, matchedBy }) =>
    matchedBy.map((by) => sql`${R}.${ident(matchColumn(field, by))}`),
  );
  const joins = list([...matchJoins(ctx, group), ...ownerJoins(ctx, group, i, added)], '');
  return sql`${rowsOf(i)} AS MATERIALIZED (SELECT ${list([raw('r."n"'), ...values, ...matched])} FROM (SELECT s.*${list(drawn, '')} FROM ${jsonRows(group, raw('s'))}) r${joins})`;
}

const lockCtes = (ctx: RequestContext, { lookups }: InsertGroup, i: number): readonly Sql[] =>
  lookups.map((used, lookup) => lockTargets(ctx, used, lockOf(i, lookup), rowsOf(i)));

function storeCtes(ctx: RequestContext, entity: Entity, i: number): readonly Sql[] {
  const columns = list(storedFields(entity).map(({ name }) => ident(name)));
  const json = recordJson(entity, raw('s'));
  return [
    sql`${storedOf(i)} AS (INSERT INTO ${targetSql(ctx, entity)} (${columns}) SELECT ${columns} FROM ${rowsOf(i)} WHERE NOT EXISTS (SELECT 1 FROM fault) RETURNING ${columns})`,
    sql`${jsonOf(i)} AS (SELECT s."Id", s."RecordInformationId", s."OwnerId", s."OwnerTeamId", s."RowVersion", ${json} AS row FROM ${storedOf(i)} s)`,
  ];
}

/** The created record as its writer may see it (contract §14.4). */
function resultSql(ctx: RequestContext, entity: Entity, i: number, plan: InsertPlan): Sql {
  const scope = scopeOf(ctx, entity, 'read');
  const j = jsonOf(i);
  const stored = sql`${j}.row`;
  const identity = recordIdentityJson(entity, j);
  const shown = scope === 'All' ? stored : sql`CASE WHEN ${scopeSql(scope, j)} THEN ${stored} ELSE ${identity} END`;
  return sql`(SELECT ${shown} FROM ${j} WHERE ${j}."Id" = ${plan.rootId})`;
}

/** The rows of every group by entity, so that rules and owners see what this same statement stores. */
function draftedRelations(groups: readonly InsertGroup[], upTo = groups.length): ReadonlyMap<string, Sql> {
  return new Map(groups.slice(0, upTo).map(({ entity }, i) => [entity.name, rowsOf(i)]));
}

function faultCte(ctx: RequestContext, { groups, guards }: InsertPlan): Sql {
  const selects = guardSelects(ctx, guards, {
    drafted: draftedRelations(groups),
    key: raw('x."n"'),
    entityOf: (group) => groups[group].entity,
    lookupOf: (group, lookup) => groups[group].lookups[lookup],
    rowsOf,
    lockOf,
  });
  const none = sql`SELECT 0 AS guard, 0 AS n WHERE false`;
  return sql`fault AS MATERIALIZED (${list(selects.length > 0 ? selects : [none], ' UNION ALL ')})`;
}

const rowCtes = (ctx: RequestContext, { groups }: InsertPlan): readonly Sql[] =>
  groups.flatMap((group, i) => [...ownerCtes(ctx, group, i), rowsCte(ctx, group, i, draftedRelations(groups, i))]);

function lookCtes(ctx: RequestContext, plan: InsertPlan): readonly Sql[] {
  const { groups } = plan;
  return [...rowCtes(ctx, plan), ...groups.flatMap((group, i) => lockCtes(ctx, group, i)), faultCte(ctx, plan)];
}

/** Rows of the status history that belong to the inserted records, as one more group of rows. */
function historyCtes(ctx: RequestContext, groups: readonly InsertGroup[]): readonly Sql[] {
  const sources = groups
    .map(({ entity }, i) => ({ entity, rows: rowsOf(i) }))
    .filter(({ entity }) => entity.initialStatusId);
  if (sources.length === 0) return [];
  return [historyRowsSql(ctx, rowsOf(groups.length), sources), ...storeCtes(ctx, historyEntity(ctx), groups.length)];
}

/** The rows as they would be stored, each with its ordinal, as JSON text `[[n, row], …]`; their numbers are not drawn. */
function compileImages(ctx: RequestContext, plan: InsertPlan): Sql {
  const selects = plan.groups.map(({ entity }, i) => {
    const rows = rowsOf(i);
    return sql`SELECT ${rows}."n", ${draftJson(entity, rows)} AS row FROM ${rows}`;
  });
  const image = sql`'[' || r."n" || ',' || r.row || ']'`;
  return sql`WITH ${list(rowCtes(ctx, plan))} SELECT NULL::text AS faults, '[' || string_agg(${image}, ',') || ']' AS record FROM (${list(selects, ' UNION ALL ')}) r`;
}

/**
 * One statement that looks (targets locked, rules judged) and, when nothing is wrong, stores the records, their change
 * rows and the operation's outcome. Answers one row: `faults` as JSON `[[guard, row], …]` or null, and `record`.
 */
export function compileInsert(ctx: RequestContext, plan: InsertPlan): Sql {
  const { groups, mode } = plan;
  if (mode === 'image') return compileImages(ctx, plan);
  const looks = lookCtes(ctx, plan);
  const faults = sql`(SELECT json_agg(json_build_array(f.guard, f.n) ORDER BY f.guard, f.n)::text FROM fault f) AS faults`;
  if (mode === 'explain') return sql`WITH ${list(looks)} SELECT ${faults}, NULL::text AS record`;
  const history = historyCtes(ctx, groups);
  const stored = groups.map(({ entity }) => entity).concat(history.length > 0 ? [historyEntity(ctx)] : []);
  const sources = stored.map((entity, i) => ({ entity, rows: jsonOf(i) }));
  const root = groups.findIndex(({ entity }) => entity === plan.root);
  const written = { entity: plan.root, operation: 'Insert' } as const;
  const isFaultless = sql`NOT EXISTS (SELECT 1 FROM fault)`;
  const outcome = operationSql(ctx, written, sql`ARRAY[${plan.rootId}]`, isFaultless);
  const ctes = [
    ...looks,
    ...groups.flatMap(({ entity }, i) => storeCtes(ctx, entity, i)),
    ...history,
    changeSql(ctx, 'Create', sources),
    ...versionSql(ctx, stored, isFaultless),
    ...(mode === 'store' ? [outcome] : []),
  ];
  return sql`WITH ${list(ctes)} SELECT ${faults}, ${resultSql(ctx, plan.root, root, plan)} AS record`;
}
