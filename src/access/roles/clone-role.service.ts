import { Injectable } from '@nestjs/common';
import { isAdministratorRole } from '#core/catalogue/catalogue.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault } from '#core/errors.js';
import { JsonText, writeJson } from '#core/json/json.js';
import type { Transaction } from '#platform/database/transaction.js';
import { type StepOutcome, WriteTransactions } from '#records/index.js';
import {
  compareParts,
  fullFields,
  fullScopes,
  rolePartsOf,
  type PartChange,
  type RolePart,
} from '#access/core/roles/clone-role.js';
import { RoleRepository } from './role.repository.js';
import type { LockedRole } from '#access/core/roles/role-records.sql.js';
import { WriteRoleRecords } from './write-role-records.service.js';

/** Source and target of a cloned role. */
export interface CloneCommand {
  readonly sourceRoleId: string;
  readonly targetRoleId: string;
  /** Answers the difference and changes nothing. */
  readonly dryRun: boolean;
}

/** Result of cloning a role. */
export interface Cloned {
  /** `{"Copied", "Diff"}`. */
  readonly result: JsonText;
  /** Number of scopes and permissions that were created, changed or removed. */
  readonly changed: number;
}

/**
 * Replaces one role's scopes and permissions by those of another; members and name stay
 * (docs/interface/access.md#clone-a-role).
 */
@Injectable()
export class CloneRole {
  constructor(
    private readonly roles: RoleRepository,
    private readonly records: WriteRoleRecords,
    private readonly transactions: WriteTransactions,
  ) {}

  /**
   * Clones a role in one transaction.
   * @throws {DomainError} NotFound; Validation if the target is a system role.
   */
  clone(ctx: RequestContext, command: CloneCommand): Promise<Cloned> {
    const perform = async (tx: Transaction): Promise<Cloned & Pick<StepOutcome, 'written'>> => {
      const source = await this.#lockRoles(ctx, command, tx);
      const changes: PartChange[] = [];
      for (const part of rolePartsOf(ctx)) changes.push(await this.#compare(ctx, part, { ...command, source }, tx));
      const written = await this.records.write(ctx, command.targetRoleId, changes, tx);
      return { ...outcome(changes), written };
    };
    return this.transactions.execute(ctx, { kind: 'steps', dryRun: command.dryRun, perform });
  }

  async #compare(
    ctx: RequestContext,
    part: RolePart,
    { source, targetRoleId }: { readonly source: LockedRole; readonly targetRoleId: string },
    tx: Transaction,
  ): Promise<PartChange> {
    const ofRole = await this.roles.lockRecords(ctx, part, [source.id, targetRoleId], tx);
    const isEverything = part.kind !== 'Permission' && isAdministratorRole(source) && source.id !== targetRoleId;
    const everything = part.kind === 'Scope' ? fullScopes : fullFields;
    return compareParts(part, isEverything ? everything(ctx.catalogue) : ofRole(source.id), ofRole(targetRoleId));
  }

  /** Locks both roles and returns the source. */
  async #lockRoles(
    ctx: RequestContext,
    { sourceRoleId, targetRoleId }: CloneCommand,
    tx: Transaction,
  ): Promise<LockedRole> {
    const found = await this.roles.lock(ctx, [sourceRoleId, targetRoleId], tx);
    const missing = Object.entries({ SourceRoleId: sourceRoleId, TargetRoleId: targetRoleId })
      .filter(([, id]) => !found.has(id))
      .map(([path]): Fault => ({ code: 'NotFound', message: `${path}: there is no such role.`, path }));
    if (missing.length > 0) throw new DomainError(...missing);
    if (sourceRoleId !== targetRoleId && found.get(targetRoleId)!.isSystem) {
      const message = 'TargetRoleId: the access of a system role cannot be replaced.';
      throw new DomainError({ code: 'Validation', message, path: 'TargetRoleId' });
    }
    return found.get(sourceRoleId)!;
  }
}

function outcome(changes: readonly PartChange[]): Cloned {
  const [scopes, permissions, fields] = changes.map(({ copied }) => copied);
  const differences = changes.flatMap((change) => change.differences);
  const ofFields = fields > 0 ? `,"Fields":${fields}` : '';
  const text = `{"Copied":{"Scopes":${scopes},"Permissions":${permissions}${ofFields}},"Diff":${writeJson(differences)}}`;
  return { result: new JsonText(text), changed: differences.length };
}
