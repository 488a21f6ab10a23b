import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import { isObject, type JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { Args, CALL } from '#core/statements/args.js';
import { ident, literal, raw, sql, type Slot, type Sql } from '#core/sql/sql.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { readRoutine, type Routine } from '#routines/core/routine.js';
import { Database } from '#platform/database/database.js';
import { StatementCache } from '#platform/database/statement-cache.js';
import type { Transaction } from '#platform/database/transaction.js';

/** Reads the registered routines of an environment and who may call them. */
@Injectable()
export class RoutineRepository {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /**
   * Finds a routine.
   * @param name in any letter case.
   */
  async find(ctx: RequestContext, name: string): Promise<Routine | undefined> {
    const args = new Args(ctx);
    const slot = args.add(name, 'text');
    const compile = (): Sql =>
      sql`${recordCount(ctx)} WHERE ${equal(ctx, 'DatabaseObject', 'ObjectName', raw('o'), slot)}`;
    const statement = this.statements.get(ctx, 'database object', compile, 'read');
    const [row] = await this.database.execute<{ json: string }>(ctx, statement, args);
    return row && readRoutine(recordOf(row)).routine;
  }

  /** Reads the records of all live routines by name. */
  async all(ctx: RequestContext, tx: Transaction): Promise<readonly JsonObject[]> {
    const compile = (): Sql => sql`${recordCount(ctx)} ORDER BY o."ObjectName"`;
    const statement = this.statements.get(ctx, 'database objects', compile, 'read');
    return (await tx.execute<{ json: string }>(statement, new Args(ctx))).map(recordOf);
  }

  /** Reads the names of routines stored by this transaction that require no permission. */
  async writtenForEverybody(ctx: RequestContext, tx: Transaction): Promise<readonly string[]> {
    const environmentId = literal(ctx.catalogue.environment.id);
    const compile = (): Sql => sql`
      SELECT o."ObjectName" AS name
      FROM ${systemRows(ctx, 'DatabaseObject')} o
      WHERE COALESCE(o."RequiredPermission", '') = '' AND o."Id" IN (
        SELECT k.record_id FROM platform.change k
        WHERE k.xid = pg_current_xact_id() AND k.environment_id = ${environmentId} AND k.entity = 'DatabaseObject'
          AND k.occurred_at >= ${CALL.at}
      )
      ORDER BY 1`;
    const statement = this.statements.get(ctx, 'written objects for everybody', compile, 'read');
    return (await tx.execute<{ name: string }>(statement, new Args(ctx))).map(({ name }) => name);
  }

  /**
   * Tells whether a role of the caller grants a permission; an Administrator has all
   * (docs/interface/access.md#permissions).
   */
  async hasPermission(ctx: RequestContext, permission: string): Promise<boolean> {
    if (ctx.principal.isAdministrator) return true;
    const args = new Args(ctx);
    const [roles, name] = [args.add(ctx.principal.roleIds, 'uuid[]'), args.add(permission, 'text')];
    const compile = (): Sql => {
      const relation = (entity: string): Sql => systemRows(ctx, entity);
      return sql`
        SELECT 1
        FROM ${relation('RolePermission')} g
        JOIN ${relation('Permission')} p ON p."Id" = g."PermissionId"
        WHERE g."RoleId" = ANY(${roles}) AND ${equal(ctx, 'Permission', 'Name', raw('p'), name)}
        LIMIT 1`;
    };
    const statement = this.statements.get(ctx, 'permission of roles', compile, 'read');
    return (await this.database.execute(ctx, statement, args)).length > 0;
  }
}

const recordCount = (ctx: RequestContext): Sql =>
  sql`
    SELECT row_to_json(o)::text AS json
    FROM ${systemRows(ctx, 'DatabaseObject')} o`;

function recordOf({ json }: { readonly json: string }): JsonObject {
  const record = readJson(json);
  return isObject(record) ? record : {};
}

/** Renders equality by the field's rules. */
function equal(ctx: RequestContext, entityName: string, fieldName: string, alias: Sql, slot: Slot): Sql {
  const field = ctx.catalogue.entity(entityName).fields.get(fieldName.toLowerCase())!;
  const { comparable } = valueTypeOf(field);
  return sql`${comparable(sql`${alias}.${ident(fieldName)}`, field)} = ${comparable(sql`${slot}`, field)}`;
}
