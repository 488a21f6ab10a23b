import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { systemRows } from '#core/relations/relation.js';
import type { NamedDefinitions } from '#lifecycle/core/checks/named-definitions.js';
import { list, literal, raw, render, sql, type Sql } from '#core/sql/sql.js';
import type { Query } from '#platform/database/platform-database.js';

const KINDS = ['Role', 'Team', 'Permission', 'Workflow'] as const;

/** Reads the names to which lifecycles and approval processes may refer. */
@Injectable()
export class NamedDefinitionsRepository {
  /** @param users UserNames of which the known ones are listed; a disabled user is skipped when a step begins */
  async read(
    ctx: RequestContext,
    users: readonly string[],
    query: Query,
  ): Promise<Omit<NamedDefinitions, 'validatorHooks'>> {
    const rows = await query<NamedRow>(render(statement(ctx)).text, [users]);
    const names = (kind: string): readonly string[] => rows.filter((row) => row.kind === kind).map(({ name }) => name);
    return {
      roles: names('Role'),
      teams: names('Team'),
      permissions: names('Permission'),
      workflows: names('Workflow'),
      users: names('User'),
    };
  }
}

interface NamedRow {
  readonly kind: string;
  readonly name: string;
}

function statement(ctx: RequestContext): Sql {
  const named = KINDS.map(
    (kind) => sql`
      SELECT ${literal(kind)} AS kind, n."Name" AS name
      FROM ${systemRows(ctx, kind)} n`,
  );
  const users = sql`
    SELECT 'User', u."UserName"
    FROM ${systemRows(ctx, 'User')} u
    WHERE u."UserName" = ANY(${raw('$1::text[]')})`;
  return list([...named, users], ' UNION ALL ');
}
