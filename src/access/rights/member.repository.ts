import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { render } from '#core/sql/sql.js';
import { PlatformDatabase, type Query } from '#platform/database/platform-database.js';
import type { DefinitionChange } from '#definitions/index.js';
import {
  compileAssignedUsers,
  compileHolders,
  compileMembers,
  compileNamesakes,
  compileOwners,
} from '#access/core/rights/members.sql.js';
import type { HoldersById } from '#access/core/rights/people.js';
import type { RightsHolder } from '#access/core/rights/rights.js';

interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly team: string | null;
  readonly RoleId: readonly string[];
  readonly TeamId: readonly string[];
  readonly administrator: boolean;
}

interface IdRow {
  readonly id: string;
}

const member = (row: MemberRow): RightsHolder => ({
  id: row.id,
  name: row.name,
  isActive: row.active,
  isAdministrator: row.administrator,
  primaryTeamId: row.team,
  roleIds: row.RoleId,
  teamIds: row.TeamId,
});

/** Reads the roles and teams of users, committed or within a transaction. */
@Injectable()
export class MemberRepository {
  readonly #committed: Query = (text, values) => this.platform.repeatable(text, values);

  constructor(private readonly platform: PlatformDatabase) {}

  /** @param ids null: all users. */
  committed(ctx: RequestContext, ids: readonly string[] | null): Promise<HoldersById> {
    return this.read(ctx, ids, this.#committed);
  }

  /** @param ids null: all users. */
  async read(ctx: RequestContext, ids: readonly string[] | null, query: Query): Promise<HoldersById> {
    const rows = await query<MemberRow>(render(compileMembers(ctx)).text, [ids]);
    return new Map(rows.map((row) => [row.id, member(row)]));
  }

  /** Reads the ids of users whose records, roles or teams were changed. */
  async assigned(ctx: RequestContext, changes: readonly DefinitionChange[], query: Query): Promise<readonly string[]> {
    const users = changes.filter(({ entityName }) => entityName === 'User').map(({ id }) => id);
    const named = changes.flatMap(({ old, new: now }) => old.text('UserId') ?? now.text('UserId') ?? []);
    const updated = changes.filter(({ operation }) => operation === 'Update').map(({ id }) => id);
    const rows = await query<IdRow>(render(compileAssignedUsers(ctx)).text, [updated]);
    return [...new Set([...users, ...named, ...rows.map(({ id }) => id)])];
  }

  /** Reads the ids of users who have one of the roles, committed. */
  async holders(ctx: RequestContext, roleIds: readonly string[]): Promise<readonly string[]> {
    if (roleIds.length === 0) return [];
    const rows = await this.#committed<IdRow>(render(compileHolders(ctx)).text, [roleIds]);
    return rows.map(({ id }) => id);
  }

  /** Finds new users and teams whose Id is already in use: records belong to it, or it is a UserName. */
  async taken(ctx: RequestContext, ids: readonly string[], query: Query): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const owners = await query<IdRow>(render(compileOwners(ctx)).text, [ids]);
    const namesakes = await query<IdRow>(render(compileNamesakes(ctx)).text, [ids]);
    return new Set([...owners, ...namesakes].map(({ id }) => id));
  }
}
