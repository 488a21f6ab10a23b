import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { relationSql } from '#core/relations/relation.js';
import { list, literal, raw, render, sql, type Sql } from '#core/sql/sql.js';
import type { NamedRecord, WorkflowNames } from '#automation/core/checks/action-check.js';
import type { Query } from '#platform/database/platform-database.js';

const KINDS = ['Role', 'Team', 'Permission'] as const;

/** Reads the names to which workflows and triggers may refer. */
@Injectable()
export class CheckNames {
  /** @param users UserNames and ids, of which the known ones are listed */
  async read(
    ctx: RequestContext,
    users: readonly string[],
    query: Query,
  ): Promise<Pick<WorkflowNames, 'roles' | 'teams' | 'users' | 'permissions'>> {
    const rows = await query<NamedRow>(render(statement(ctx)).text, [users]);
    const records = (kind: string): readonly NamedRecord[] => rows.filter((row) => row.kind === kind);
    return {
      roles: records('Role'),
      teams: records('Team'),
      users: records('User'),
      permissions: records('Permission').map(({ name }) => name),
    };
  }
}

interface NamedRow extends NamedRecord {
  readonly kind: string;
}

function statement(ctx: RequestContext): Sql {
  const live = (name: string): Sql => relationSql({ ctx, rights: 'system' }, ctx.catalogue.entity(name));
  const named = KINDS.map(
    (kind) => sql`
      SELECT ${literal(kind)} AS kind, n."Id"::text AS id, n."Name" AS name
      FROM ${live(kind)} n`,
  );
  const users = sql`
    SELECT 'User', u."Id"::text, u."UserName"
    FROM ${live('User')} u
    WHERE u."UserName" = ANY(${raw('$1::text[]')}) OR u."Id"::text = ANY(${raw('$1::text[]')})`;
  return list([...named, users], ' UNION ALL ');
}
