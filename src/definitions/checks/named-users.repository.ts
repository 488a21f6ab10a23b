import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { raw, render, sql } from '#core/sql/sql.js';
import { systemRows } from '#core/relations/relation.js';
import type { Query } from '#platform/database/platform-database.js';

/** A user whom a definition names. */
export interface NamedUser {
  readonly id: string;
  readonly name: string;
}

/** Reads the users whom definitions name; there may be too many of all. */
@Injectable()
export class NamedUsers {
  /** @param named UserNames and ids, of which the known ones are listed, disabled users included */
  async read(ctx: RequestContext, named: Iterable<string>, query: Query): Promise<readonly NamedUser[]> {
    const names = [...new Set(named)];
    if (names.length === 0) return [];
    const users = sql`
      SELECT u."Id"::text AS id, u."UserName" AS name
      FROM ${systemRows(ctx, 'User')} u
      WHERE u."UserName" = ANY(${raw('$1::text[]')}) OR u."Id"::text = ANY(${raw('$1::text[]')})`;
    return query<NamedUser>(render(users).text, [names]);
  }
}
