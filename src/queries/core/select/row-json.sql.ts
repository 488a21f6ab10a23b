import { isLockable } from '#core/relations/approval-parents.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { Field } from '#core/catalogue/field.js';
import { seenFields } from '#core/rights/field-rights.js';
import { FieldPath } from '#core/criteria/field-path.js';
import { FromClause } from '#core/criteria/from-clause.js';
import { EMPTY, ident, list, literal, raw, sql, type Sql } from '#core/sql/sql.js';
import { fieldMember, jsonObject, type JsonMember } from '#core/fields/record-json.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { LargeValues, MAX_INCLUDED_MB, type MAX_ROW_MB, sumWithin, totalWithin } from '#core/sql/answer-limits.sql.js';
import { matchesSql } from './matches.sql.js';
import { MAX_CHILDREN, type IncludePlan, type ShownRow } from './select-plan.js';
import { orderSql } from './sort.sql.js';

/** Fields of whole rows: with the rights of the caller those that the caller sees. */
const shownFields = ({ reader, entity }: FromClause): readonly Field[] =>
  reader.rights === 'caller' ? seenFields(reader.ctx, entity) : [...entity.fields.values()];

const ownPath = (entity: Entity, name: string): FieldPath =>
  new FieldPath(entity, [], entity.fields.get(name.toLowerCase())!);

/**
 * JSON text of the from's row as the query wants it shown. Registers the joins it needs.
 * @param limit of its texts and documents, in MB.
 */
export function rowJson(row: ShownRow, from: FromClause, limit: typeof MAX_ROW_MB | typeof MAX_INCLUDED_MB): Sql {
  const fields = row.fields ?? shownFields(from).map((field) => new FieldPath(from.entity, [], field));
  const shownRow = { from, large: new LargeValues() };
  const included = new Map(row.includes.map(({ name }, i) => [name, includedMember(row, from, i)]));
  const members = fields.map((path) => {
    const instead = included.get(path.name);
    included.delete(path.name);
    return (
      instead ?? (row.loadLookUpValues && path.field.target ? lookedUp(shownRow, path) : shownMember(shownRow, path))
    );
  });
  members.push(...included.values());
  const json = jsonObject(row.loadRecordInfo ? [...members, recordInfo(shownRow)] : members);
  return shownRow.large.bounded(limit, row.includes.length > 0 ? withIncludes(row, from, json) : json);
}

/** A row while its JSON is being written. */
interface RowInWork {
  readonly from: FromClause;
  readonly large: LargeValues;
}

/** Includes of one row that are read at once: quicker, and each of them may need four times its limit of memory. */
const MAX_READ_AT_ONCE = 2;

const areReadAtOnce = ({ includes }: ShownRow): boolean => includes.length <= MAX_READ_AT_ONCE;

/** The include at position `i` of a row. */
function includeColumn(row: ShownRow, { alias }: FromClause, i: number): Sql {
  return raw(areReadAtOnce(row) ? `${alias}i.c${i}` : `${alias}i.c[${i + 1}]`);
}

/**
 * The JSON of a row whose includes are a row of their own: their sizes are added before anything is joined, since each
 * `||` copies what it joins. Many are read one after the other, and no more of them than the limit allows.
 */
function withIncludes(row: ShownRow, from: FromClause, json: Sql): Sql {
  const alias = raw(`${from.alias}i`);
  const selects = row.includes.map((include, i) => sql`(${includedSql(include, from, i)})`);
  if (areReadAtOnce(row)) {
    // OFFSET 0 keeps PostgreSQL from reading an include wherever its column is named.
    const columns = list(selects.map((select, i) => sql`${select} AS ${raw(`c${i}`)}`));
    const within = sumWithin(
      MAX_INCLUDED_MB,
      selects.map((_, i) => includeColumn(row, from, i)),
    );
    return sql`(SELECT CASE WHEN ${within} > 0 THEN ${json} END FROM (SELECT ${columns} OFFSET 0) ${alias})`;
  }
  const values = list(selects.map((select) => sql`(${select})`));
  const total = totalWithin(MAX_INCLUDED_MB, raw('v.json'));
  const read = sql`SELECT array_agg(v.json) AS c, ${total} AS room FROM (VALUES ${values}) v(json)`;
  return sql`(SELECT CASE WHEN ${alias}.room > 0 THEN ${json} END FROM (${read}) ${alias})`;
}

/** The member that shows the include at position `i` of a row. */
function includedMember(row: ShownRow, from: FromClause, i: number): JsonMember {
  const { name: key, link } = row.includes[i];
  const column = includeColumn(row, from, i);
  if (link.kind === 'target') return { key, json: column, nullable: true };
  return { key, json: sql`'[' || COALESCE(${column}, '') || ']'`, nullable: false };
}

/**
 * An include as a sub-select per row shown: the page is cut first, and each row's records come by the index of their
 * lookup, up to their own limit.
 * @param i tells it apart from the row's other includes.
 */
function includedSql(include: IncludePlan, outer: FromClause, i: number): Sql {
  const { link, entity } = include;
  if (link.kind === 'children') {
    const isPaged = include.size < MAX_CHILDREN || include.offset !== undefined;
    const rows = (isPaged ? pagedChildren : allChildren)(include, outer, i);
    return sql`
      SELECT CASE WHEN ${totalWithin(MAX_INCLUDED_MB, raw('s.json'))} > 0 THEN string_agg(s.json, ',') END
      FROM (${rows}) s`;
  }
  const row = new FromClause(outer.reader, entity, `${outer.alias}s${i}`);
  const json = rowJson(include, row, MAX_INCLUDED_MB);
  const same = sql`${raw(row.alias)}."Id" = ${raw(outer.alias)}.${ident(link.lookup.name)}`;
  return sql`SELECT ${json} FROM ${matchesSql(include, row, [same])}`;
}

/** There are rarely more children than the limit, so they are joined and written at once: 10 % less CPU time. */
function allChildren(include: IncludePlan, outer: FromClause, i: number): Sql {
  const child = new FromClause(outer.reader, include.entity, `${outer.alias}m${i}`);
  const json = rowJson(include, child, MAX_INCLUDED_MB);
  return childrenSql(include, outer, child, sql`${json} AS json`);
}

/** Page first, join later. LIMIT makes PostgreSQL sort before it writes JSON, and write it once. */
function pagedChildren(include: IncludePlan, outer: FromClause, i: number): Sql {
  const row = new FromClause(outer.reader, include.entity, `${outer.alias}s${i}`);
  const json = rowJson(include, row, MAX_INCLUDED_MB);
  const joins = row.joins();
  const child = new FromClause(outer.reader, include.entity, `${outer.alias}m${i}`);
  const children = childrenSql(include, outer, child, raw(`${child.alias}.*`));
  const [source, order] =
    joins.holes.length > 0
      ? [sql`(SELECT s.*, row_number() OVER () AS n FROM (${children}) s)`, raw(` ORDER BY ${row.alias}.n`)]
      : [sql`(${children})`, EMPTY];
  return sql`
    SELECT ${json} AS json
    FROM ${source} ${raw(row.alias)}${joins}${order}
    LIMIT ${raw(String(include.size))}`;
}

/** The children of the outer from's row, in order, up to the limit. */
function childrenSql(include: IncludePlan, outer: FromClause, child: FromClause, selected: Sql): Sql {
  const { link, sort, size, offset } = include;
  const order = orderSql(sort, child);
  const same = sql`${raw(child.alias)}.${ident(link.lookup.name)} = ${raw(outer.alias)}."Id"`;
  const start = offset ? sql` OFFSET ${offset}` : EMPTY;
  return sql`
    SELECT ${selected}
    FROM ${matchesSql(include, child, [same])}
    ORDER BY ${order}
    LIMIT ${raw(String(size))}${start}`;
}

function shownMember({ from, large }: RowInWork, path: FieldPath, key = path.name): JsonMember {
  const { field, steps } = path;
  const column = from.column(path);
  if (field.constant !== undefined && steps.length === 0) return fieldMember(field, raw(from.alias), key);
  const json = valueTypeOf(field).toJson(column, field);
  large.add(field, column, json);
  return { key, json, nullable: steps.length > 0 || !field.required };
}

/** A lookup as `{Id, <display field>}`. Of a target that is not readable or deleted only the `Id` is shown. */
function lookedUp(row: RowInWork, path: FieldPath): JsonMember {
  const { from } = row;
  const id = shownMember(row, path);
  const { displayField } = from.reader.ctx.catalogue.entity(path.field.target!);
  const members = [{ ...id, key: 'Id', nullable: false }];
  if (displayField.name !== 'Id') {
    const display = new FieldPath(path.entity, [...path.steps, path.field], displayField);
    members.push(shownMember(row, display, displayField.name));
  }
  const object = jsonObject(members);
  if (!id.nullable) return { key: id.key, json: object, nullable: false };
  return { key: id.key, json: sql`CASE WHEN ${from.column(path)} IS NOT NULL THEN ${object} END`, nullable: true };
}

/** The record's envelope: its `Id` is the record-information id, `RecordId` the record's own. */
function recordInfo(row: RowInWork): JsonMember {
  const { from } = row;
  const { entity } = from;
  const own = (key: string, name = key): JsonMember => shownMember(row, ownPath(entity, name), key);
  const nameBehind = (key: string, lookupName: string): JsonMember => {
    const lookup = ownPath(entity, lookupName).field;
    const { displayField } = from.reader.ctx.catalogue.entity(lookup.target!);
    return shownMember(row, new FieldPath(entity, [lookup], displayField), key);
  };
  const json = jsonObject([
    own('Id', 'RecordInformationId'),
    { key: 'EntityName', json: literal(JSON.stringify(entity.name)), nullable: false },
    own('RecordId', 'Id'),
    own('StatusId'),
    nameBehind('StatusName', 'StatusId'),
    own('OwnerId'),
    nameBehind('OwnerName', 'OwnerId'),
    ...['CreatedBy', 'CreatedOn', 'UpdatedBy', 'UpdatedOn'].map((name) => own(name)),
    lockingRequest(from),
  ]);
  return { key: 'RecordInfo', json, nullable: false };
}

/** The open request that locks the record. Records of entities without approvals are never locked. */
function lockingRequest({ entity, alias }: FromClause): JsonMember {
  const key = 'ApprovalRequestId';
  if (!isLockable(entity)) return { key, json: literal('null'), nullable: false };
  return { key, json: sql`to_json(${raw(alias)}."ApprovalRequestId")::text`, nullable: true };
}
