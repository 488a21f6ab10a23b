import { Injectable } from '@nestjs/common';
import { API_KEY } from '#core/catalogue/access-entities.js';
import { Definition } from '#core/catalogue/definition.js';
import type { Definitions } from '#core/context/context.js';
import { isObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import { systemRows } from '#core/relations/relation.js';
import { raw, render, sql, type Sql } from '#core/sql/sql.js';
import type { Query } from '#platform/database/platform-database.js';

/** Keys of `$1` (`uuid[]`) as JSON. */
const compileKeys = (ctx: Definitions): Sql => sql`
  SELECT k."Id"::text AS id, row_to_json(k)::text AS json
  FROM ${systemRows(ctx, API_KEY)} k
  WHERE k."Id" = ANY(${raw('$1::uuid[]')})`;

/** Reads keys as they are stored. */
@Injectable()
export class KeyRepository {
  async byIds(ctx: Definitions, ids: readonly string[], query: Query): Promise<ReadonlyMap<string, Definition>> {
    const rows = await query<{ id: string; json: string }>(render(compileKeys(ctx)).text, [ids]);
    return new Map(
      rows.map(({ id, json }) => {
        const key = readJson(json);
        return [id, new Definition(isObject(key) ? key : {})];
      }),
    );
  }
}
