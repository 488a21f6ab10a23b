import { Injectable } from '@nestjs/common';
import { MEMBER_ACCESS } from '../../core/built-in/notification-entities.js';
import { merge, NO_ACCESS, type AccessTable, type EntityAccess } from '../../core/scope.js';
import { isAdministratorRole, type Catalogue } from '../../core/catalogue/catalogue.js';
import type { Principal } from '../../core/context.js';
import { PlatformDatabase } from '../database/platform-database.js';

interface UserRow {
  readonly id: string;
  readonly user_name: string;
  readonly display_name: string;
  readonly is_active: boolean;
  readonly primary_team_id: string | null;
  readonly role_ids: readonly string[];
  readonly team_ids: readonly string[];
}

const statement = (schema: string): string => `
  SELECT u."Id" AS id, u."UserName" AS user_name, u."DisplayName" AS display_name, u."IsActive" AS is_active,
    u."PrimaryTeamId" AS primary_team_id,
    ARRAY(SELECT r."RoleId" FROM "${schema}"."UserRole" r WHERE r."UserId" = u."Id" AND NOT r."IsDeleted") AS role_ids,
    ARRAY(SELECT m."TeamId" FROM "${schema}"."TeamMember" m WHERE m."UserId" = u."Id" AND NOT m."IsDeleted") AS team_ids
  FROM "${schema}"."User" u
  WHERE NOT u."IsDeleted" AND (u."Id"::text = lower($1) OR lower(u."UserName" COLLATE "und-x-icu") = lower($1 COLLATE "und-x-icu"))
  ORDER BY (u."Id"::text = lower($1)) DESC LIMIT 1`;

/** Several roles, and what every member has, give the widest scope of each operation. */
function effectiveAccess(catalogue: Catalogue, roleIds: readonly string[]): AccessTable {
  const effective = new Map<string, EntityAccess>(MEMBER_ACCESS);
  for (const roleId of roleIds) {
    for (const [entityName, access] of catalogue.access.get(roleId) ?? []) {
      effective.set(entityName, merge(access, effective.get(entityName) ?? NO_ACCESS));
    }
  }
  return effective;
}

/** Reads who the members of an environment are. */
@Injectable()
export class PrincipalRepository {
  constructor(private readonly platform: PlatformDatabase) {}

  /** @param user id or user name, in any letter case. */
  async find(catalogue: Catalogue, user: string): Promise<Principal | 'inactive' | undefined> {
    const [row] = await this.platform.repeatable<UserRow>(statement(catalogue.environment.schema), [user]);
    if (!row) return undefined;
    if (!row.is_active) return 'inactive';
    const roles = row.role_ids.map((id) => catalogue.organisation.roles.get(id));
    return Object.freeze({
      userId: row.id,
      userName: row.user_name,
      displayName: row.display_name,
      isAdministrator: roles.some((role) => role !== undefined && isAdministratorRole(role)),
      roleIds: row.role_ids,
      teamIds: row.team_ids,
      reachTeamIds: catalogue.reach(row.team_ids),
      primaryTeamId: row.primary_team_id,
      access: effectiveAccess(catalogue, row.role_ids),
    });
  }
}
