import { Injectable } from '@nestjs/common';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { relationSql } from '#core/relations/relation.js';
import { isObject, type JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { gathered } from '#core/steps.js';
import { Args } from '#core/statements/args.js';
import { allOf, ident, raw, sql, type Sql } from '#core/sql/sql.js';
import { recordJson } from '#core/fields/record-json.js';
import { valueTypeOf } from '#core/fields/value-types.js';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { Database } from '#platform/database/database.js';
import { StatementCache } from '#platform/database/statement-cache.js';

/** Reads live definition records for the modules that execute them, regardless of the caller's scopes. */
@Injectable()
export class StoredDefinitions {
  constructor(
    private readonly database: Database,
    private readonly statements: StatementCache,
  ) {}

  /**
   * Reads committed definition records of one entity.
   * @param match required values by field name; none: all records. A value of the wrong type matches nothing.
   * @returns the records in the order of their ids.
   */
  async read(
    ctx: RequestContext,
    entityName: string,
    match: Readonly<Record<string, string>> = {},
  ): Promise<readonly JsonObject[]> {
    const entity = ctx.catalogue.entity(entityName);
    const args = new Args(ctx);
    const conditions: Sql[] = [];
    for (const [name, value] of Object.entries(match)) {
      const field = entity.fields.get(name.toLowerCase())!;
      const { parse, comparable, operandType } = valueTypeOf(field);
      const parsed = parse(value, field);
      if (!parsed.ok) return [];
      const slot = args.add(parsed.value, operandType(field));
      conditions.push(sql`${comparable(sql`d.${ident(field.name)}`, field)} = ${comparable(sql`${slot}`, field)}`);
    }
    const shape = `definitions|${entity.name}|${Object.keys(match).join()}`;
    const statement = this.statements.get(ctx, shape, () => recordsSql(ctx, entity, conditions), 'read');
    return recordsIn(await this.database.execute(ctx, statement, args));
  }
}

const recordsSql = (ctx: RequestContext, entity: Entity, conditions: readonly Sql[]): Sql =>
  sql`
    SELECT ${recordJson(entity, raw('d'))} AS json
    FROM ${relationSql({ ctx, rights: 'system' }, entity)} d
    WHERE ${allOf(conditions)}
    ORDER BY d."Id"`;

interface StoredRow {
  readonly json: string;
}

const recordsIn = (rows: readonly StoredRow[]): Promise<readonly JsonObject[]> =>
  inSlices(gathered(rows, ({ json }) => [readJson(json)].filter(isObject)));
