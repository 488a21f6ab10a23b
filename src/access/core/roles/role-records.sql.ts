import type { Definitions } from '#core/context/context.js';
import { relationSql, systemRows } from '#core/relations/relation.js';
import { ident, list, raw, sql, type Sql } from '#core/sql/sql.js';
import { fieldMember, jsonObject } from '#core/fields/record-json.js';
import type { Role } from '#core/catalogue/catalogue.js';
import type { Entity } from '#core/catalogue/entity.js';
import { statement, type Answers } from '#core/statements/statement.js';
import { rolePartsOf, type RolePart, type RoleRecord } from './clone-role.js';

/** A record of a role, whose values are JSON text. */
export interface RecordRow extends Omit<RoleRecord, 'values'> {
  readonly roleId: string;
  readonly values: string;
}

/** A locked role. */
export type LockedRole = Pick<Role, 'id' | 'name' | 'isSystem'>;

/** Locks roles in the order of their Ids, so that clones A→B and B→A cannot deadlock. */
export const lockRoles = statement('lockRoles', { ids: 'uuid[]' }, (ctx, { ids }): Answers<LockedRole> => {
  const roles = systemRows(ctx, 'Role');
  return sql`
    SELECT r."Id" AS id, r."Name" AS name, r."IsSystem" AS "isSystem"
    FROM ${roles} r
    WHERE r."Id" = ANY(${ids})
    ORDER BY r."Id"
    FOR UPDATE OF r`;
});

/** The keys of the record `r` as one text. */
const keySql = ({ keys }: RolePart): Sql => {
  const columns = keys.map((key) => sql`r.${ident(key.name)}`);
  return columns.length === 1 ? sql`${columns[0]}::text` : sql`concat_ws('.', ${list(columns)})`;
};

/** Readable name of the record `r`: the keys themselves, or the display field of the key's target. */
function nameSql(ctx: Definitions, part: RolePart): Sql {
  const [key] = part.keys;
  if (key.target === undefined) return keySql(part);
  const column = sql`r.${ident(key.name)}`;
  const target = ctx.catalogue.entity(key.target);
  const name = ident(target.displayField.name);
  return sql`(SELECT n.${name} FROM ${relationSql({ ctx, rights: 'system' }, target)} n WHERE n."Id" = ${column})`;
}

/** Locks and answers the records of one part of roles, by Id; `values` is JSON text. */
export const lockRoleRecords = statement(
  'lockRoleRecords',
  { roleIds: 'uuid[]' },
  (ctx, { roleIds }, { name }: Entity): Answers<RecordRow> => {
    const part = rolePartsOf(ctx).find((each) => each.entity.name === name)!;
    const { entity, link, values } = part;
    const records = relationSql({ ctx, rights: 'system' }, entity);
    const said = jsonObject(values.map((field) => fieldMember(field, raw('r'))));
    const columns = sql`
    r.${ident(link.name)} AS "roleId", r."Id" AS id, ${keySql(part)} AS key,
    ${nameSql(ctx, part)} AS name, ${said} AS values`;
    return sql`
    SELECT ${columns}
    FROM ${records} r
    WHERE r.${ident(link.name)} = ANY(${roleIds})
    ORDER BY r."Id"
    FOR UPDATE OF r`;
  },
);
