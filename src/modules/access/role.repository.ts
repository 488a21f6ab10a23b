import { Injectable } from '@nestjs/common';
import type { Role } from '../../core/catalogue/catalogue.js';
import type { RequestContext } from '../../core/context.js';
import type { JsonObject } from '../../core/json/json.js';
import { readJson } from '../../core/json/read-json.js';
import { Args } from '../../core/sql/args.js';
import type { Sql } from '../../core/sql/sql.js';
import { StatementCache } from '../../platform/database/statement-cache.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { RolePart, RoleRecord } from './clone-role.rules.js';
import { compileLockRecords, compileLockRoles } from './role-records.sql.js';

/** A locked role. */
export type LockedRole = Pick<Role, 'id' | 'name' | 'isSystem'>;

interface RecordRow extends Omit<RoleRecord, 'values'> {
  readonly roleId: string;
  readonly values: string;
}

/** Locks and reads roles and their scopes and permissions. */
@Injectable()
export class RoleRepository {
  constructor(private readonly statements: StatementCache) {}

  /** Locks the live roles with these ids and returns them by id. */
  async lock(ctx: RequestContext, ids: readonly string[], tx: Transaction): Promise<ReadonlyMap<string, LockedRole>> {
    const args = new Args(ctx);
    const slot = args.add(ids, 'uuid[]');
    const compile = (): Sql => compileLockRoles(ctx, slot);
    const roles = await tx.execute<LockedRole>(this.statements.get(ctx, 'lockRoles', compile), args);
    return new Map(roles.map((role) => [role.id, role]));
  }

  /** Locks the records of one part of these roles; returns a function that finds them by role id. */
  async lockRecords(
    ctx: RequestContext,
    part: RolePart,
    roleIds: readonly string[],
    tx: Transaction,
  ): Promise<(roleId: string) => readonly RoleRecord[]> {
    const args = new Args(ctx);
    const slot = args.add(roleIds, 'uuid[]');
    const compile = (): Sql => compileLockRecords(ctx, part, slot);
    const rows = await tx.execute<RecordRow>(
      this.statements.get(ctx, `lockRecords:${part.entity.name}`, compile),
      args,
    );
    const records = rows.map((row) => ({ ...row, values: readJson(row.values) as JsonObject }));
    return (id) => records.filter(({ roleId }) => roleId === id);
  }
}
