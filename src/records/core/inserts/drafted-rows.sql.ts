import { storedFields } from '#core/catalogue/entity.js';
import { isAssigned, type Field } from '#core/catalogue/field.js';
import type { Definitions, RequestContext } from '#core/context/context.js';
import { relationSql } from '#core/relations/relation.js';
import { withComputed } from '#core/expressions/row-image.sql.js';
import { emptyRollup } from '#records/core/rollups/aggregates.sql.js';
import { ident, list, raw, sql, type Sql } from '#core/sql/sql.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { isMatch, targetsOf } from '#core/checks/lookup-targets.sql.js';
import { CREATED_COLUMNS } from '#core/changes/audit-columns.sql.js';
import { matchColumn, type UsedLookup } from '#core/checks/used-lookup.js';
import type { InsertGroup, UsedNumber } from './insert-plan.js';

/** Names of CTEs and aliases are listed at `compileInsert`. */
const ownersOf = (i: number): Sql => raw(`o${i}`);

const R = raw('r');
const CREATORS: ReadonlySet<string> = new Set(['CreatedBy', 'UpdatedBy']);
const column = (field: { readonly name: string }): Sql => sql`${R}.${ident(field.name)}`;

type MatchedLookup = Pick<UsedLookup, 'field' | 'matchedBy'>;

const ownerField = ({ entity }: InsertGroup): Field => entity.fields.get('ownerid')!;

/** Lookups that rows name by unique fields of their targets, the owner included. */
const matchedLookups = (group: InsertGroup): readonly MatchedLookup[] => [
  ...group.lookups,
  { field: ownerField(group), matchedBy: group.owners.matchedBy },
];

/** Columns of the row JSON: fields that the service assigns, own fields, and values by which lookups are matched. */
function rowType(group: InsertGroup): Sql {
  const { entity } = group;
  const own = [...entity.fields.values()].filter(isAssigned);
  const ids = ['Id', 'RecordInformationId', 'StatusId', 'OwnerId', 'OwnerTeamId'];
  return list([
    raw('"n" int'),
    ...ids.map((name) => sql`${ident(name)} uuid`),
    ...own.map((field) => sql`${ident(field.name)} ${raw(valueTypeOf(field).operandType(field))}`),
    ...matchedLookups(group).flatMap(({ field, matchedBy }) =>
      matchedBy.map((by) => sql`${ident(matchColumn(field, by))} ${raw(valueTypeOf(by).operandType(by))}`),
    ),
  ]);
}

/** The rows of the request, which arrive as JSON, as a table called `alias`. */
const jsonRows = (group: InsertGroup, alias: Sql): Sql =>
  sql`${raw(group.single ? 'json_to_record' : 'json_to_recordset')}(${group.rows}) AS ${alias}(${rowType(group)})`;

const matchAlias = (field: Field, by: Field): Sql => ident(matchColumn(field, by));

/** Value by which a row names the target of a lookup. */
const matchValue = (field: Field, by: Field): Sql => sql`${R}.${matchAlias(field, by)}`;

/** A matched lookup is the target's Id where the unique field has the value; readable targets only. */
function matchJoins(ctx: RequestContext, group: InsertGroup): readonly Sql[] {
  return matchedLookups(group).flatMap(({ field, matchedBy }) =>
    matchedBy.map((by) => {
      const [alias, target] = [matchAlias(field, by), ctx.catalogue.entity(field.target!)];
      return sql` LEFT JOIN ${targetsOf(ctx, target)} ${alias} ON ${isMatch(alias, by, sql`${R}.${alias}`)}`;
    }),
  );
}

function lookupColumn(field: Field, lookups: readonly MatchedLookup[]): Sql {
  const matchedBy = lookups.find((used) => used.field === field)?.matchedBy ?? [];
  if (matchedBy.length === 0) return column(field);
  const targets = matchedBy.map((by) => sql`${matchAlias(field, by)}.${ident('Id')}`);
  return sql`COALESCE(${list([column(field), ...targets])})`;
}

function numberColumn(field: Field, numbers: readonly UsedNumber[]): Sql {
  const number = numbers.find((used) => used.field === field);
  if (!number) return raw('NULL::text');
  const { prefix, suffix, width } = number;
  const counter = sql`${column(field)}::text`;
  return sql`${prefix} || lpad(${counter}, GREATEST(${raw(String(width))}, length(${counter})), '0') || ${suffix}`;
}

/** The owner that the row names, by Id or by a match. */
const givenOwner = (group: InsertGroup): Sql => lookupColumn(ownerField(group), matchedLookups(group));

/** Owner and team: as assigned, else from the owner's user record, else from the target of OwnerFrom. */
function ownerColumn(name: 'OwnerId' | 'OwnerTeamId', group: InsertGroup): Sql {
  const { owners } = group;
  const sources = [
    name === 'OwnerId' ? givenOwner(group) : column({ name }),
    ...(owners.given && name === 'OwnerTeamId' ? [sql`"owner"."PrimaryTeamId"`] : []),
    ...(owners.derived ? [sql`"source".${ident(name)}`] : []),
  ];
  return sources.length === 1 ? sources[0] : sql`COALESCE(${list(sources)})`;
}

/** The lookup by which rows take the owner of existing targets. */
const ownerLookup = ({ entity, owners, lookups }: InsertGroup): UsedLookup | undefined =>
  owners.derived ? lookups.find(({ field }) => field === entity.ownerFrom) : undefined;

/**
 * CTE `o`: targets that rows take their owner from, locked before they are read. A concurrent change of their owner is
 * over by then, and a later one finds the new rows and updates them.
 */
export function ownerCtes(ctx: RequestContext, group: InsertGroup, i: number): readonly Sql[] {
  const used = ownerLookup(group);
  if (!used) return [];
  const targets = targetsOf(ctx, used.target);
  const matched = used.matchedBy.map((by) => {
    const value = sql`${R}.${matchAlias(used.field, by)}`;
    const isTarget = isMatch(raw('m'), by, value);
    return sql` UNION ALL SELECT m."Id" FROM ${jsonRows(group, R)} JOIN ${targets} m ON ${isTarget}`;
  });
  const wanted =
    matched.length === 0 ? sql`= ANY(${used.ids})` : sql`IN (SELECT unnest(${used.ids})${list(matched, '')})`;
  return [
    sql`
      ${ownersOf(i)} AS MATERIALIZED (
        SELECT t."Id", t."OwnerId", t."OwnerTeamId"
        FROM ${targets} t
        WHERE t."Id" ${wanted}
        ORDER BY t."Id"
        FOR KEY SHARE OF t
      )`,
  ];
}

/** Id, owner and team of the records that rows take their owner from: existing targets and records of this write. */
function ownerSource(group: InsertGroup, i: number, added: ReadonlyMap<string, Sql>): Sql {
  const drafted = added.get(group.entity.ownerFrom!.target!);
  const sources = [...(ownerLookup(group) ? [ownersOf(i)] : []), ...(drafted ? [drafted] : [])];
  return sql`(${list(
    sources.map((source) => sql`SELECT "Id", "OwnerId", "OwnerTeamId" FROM ${source}`),
    ' UNION ALL ',
  )})`;
}

function ownerJoins(ctx: Definitions, group: InsertGroup, i: number, added: ReadonlyMap<string, Sql>): readonly Sql[] {
  const { entity, owners } = group;
  const reader = { ctx, rights: 'system', added } as const;
  const joins: Sql[] = [];
  if (owners.given) {
    const users = relationSql(reader, ctx.catalogue.entity('User'));
    joins.push(sql` LEFT JOIN ${users} "owner" ON "owner"."Id" = ${givenOwner(group)}`);
  }
  if (owners.derived) {
    const source = entity.ownerFrom!;
    const named = [column({ name: 'OwnerId' }), ...owners.matchedBy.map((by) => matchValue(ownerField(group), by))];
    const isSource = sql`"source"."Id" = ${lookupColumn(source, group.lookups)}`;
    const isUsed = list([...named.map((value) => sql`${value} IS NULL`), isSource], ' AND ');
    joins.push(sql` LEFT JOIN ${ownerSource(group, i, added)} "source" ON ${isUsed}`);
  }
  return joins;
}

const createdColumn = (name: string, { byOwners }: InsertGroup): Sql =>
  byOwners && CREATORS.has(name) ? column({ name: 'OwnerId' }) : CREATED_COLUMNS[name];

/** The name of the lookup's entity as given, else of the entity that the row or its parent in the same write refers to. */
function entityNameColumn(
  ctx: Definitions,
  field: Field,
  { entity, lookups }: InsertGroup,
  added: ReadonlyMap<string, Sql>,
): Sql {
  const lookup = entity.fields.get(field.namesEntityOf!.toLowerCase())!;
  const target = ctx.catalogue.entity(lookup.target!);
  const name = sql`"named".${ident(target.displayField.name)}`;
  return sql`
    COALESCE(${column(field)}, (
      SELECT ${name}
      FROM ${relationSql({ ctx, rights: 'system', added }, target)} "named"
      WHERE "named"."Id" = ${lookupColumn(lookup, lookups)}
    ))`;
}

function givenColumn(ctx: Definitions, field: Field, group: InsertGroup, added: ReadonlyMap<string, Sql>): Sql {
  if (field.namesEntityOf !== undefined) return entityNameColumn(ctx, field, group, added);
  return field.type === 'Lookup' ? lookupColumn(field, group.lookups) : column(field);
}

function valueSql(ctx: Definitions, field: Field, group: InsertGroup, added: ReadonlyMap<string, Sql>): Sql {
  if (field.name === 'OwnerId' || field.name === 'OwnerTeamId') return ownerColumn(field.name, group);
  if (CREATED_COLUMNS[field.name] && field.isSystem) return createdColumn(field.name, group);
  if (field.rollup) return emptyRollup(field);
  if (field.type === 'AutoNumber') return numberColumn(field, group.numbers);
  return givenColumn(ctx, field, group, added);
}

/** First stage of a group's rows: everything that does not depend on children. */
export interface Draw {
  readonly name: Sql;
  /** Fields that later CTEs add. */
  readonly later: ReadonlySet<Field>;
  /** Rows of the groups before, by entity. */
  readonly added: ReadonlyMap<string, Sql>;
}

/** CTE of a group's rows as they will be stored. A sub-select draws the counter once per row. */
export function rowsCte(ctx: RequestContext, group: InsertGroup, i: number, { name, later, added }: Draw): Sql {
  const { entity, numbers } = group;
  const drawn = numbers.map(({ field, sequence }) => sql`, nextval(${sequence}) AS ${ident(field.name)}`);
  const fields = storedFields(entity).filter((field) => !later.has(field));
  const plain = fields.filter(({ computed }) => !computed);
  const values = plain.map((field) => sql`${valueSql(ctx, field, group, added)} AS ${ident(field.name)}`);
  const matched = group.lookups.flatMap(({ field, matchedBy }) =>
    matchedBy.map((by) => sql`${R}.${ident(matchColumn(field, by))}`),
  );
  const joins = list([...matchJoins(ctx, group), ...ownerJoins(ctx, group, i, added)], '');
  const rows = sql`
    SELECT ${list([raw('r."n"'), ...values, ...matched])}
    FROM (SELECT s.*${list(drawn, '')} FROM ${jsonRows(group, raw('s'))}) r${joins}`;
  const computed = fields.filter((field) => field.computed);
  return sql`${name} AS MATERIALIZED (${withComputed(entity, computed, rows)})`;
}
