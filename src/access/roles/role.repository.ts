import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import type { JsonObject } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';
import type { Transaction } from '#platform/database/transaction.js';
import type { RolePart, RoleRecord } from '#access/core/roles/clone-role.js';
import { lockRoleRecords, lockRoles, type LockedRole } from '#access/core/roles/role-records.sql.js';

/** Locks and reads roles and their scopes and permissions. */
@Injectable()
export class RoleRepository {
  /** Locks the live roles with these ids and returns them by id. */
  async lock(ctx: RequestContext, ids: readonly string[], tx: Transaction): Promise<ReadonlyMap<string, LockedRole>> {
    const roles = await tx.runStatement(lockRoles, ctx, { ids });
    return new Map(roles.map((role) => [role.id, role]));
  }

  /** Locks the records of one part of these roles; returns a function that finds them by role id. */
  async lockRecords(
    ctx: RequestContext,
    part: RolePart,
    roleIds: readonly string[],
    tx: Transaction,
  ): Promise<(roleId: string) => readonly RoleRecord[]> {
    const rows = await tx.runStatement(lockRoleRecords, ctx, { roleIds }, part.entity);
    const records = rows.map((row) => ({ ...row, values: readJson(row.values) as JsonObject }));
    return (id) => records.filter(({ roleId }) => roleId === id);
  }
}
