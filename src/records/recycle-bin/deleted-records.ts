import { requireScope } from '#core/rights/access.js';
import type { Entity } from '#core/catalogue/entity.js';
import { requireWritable } from '#core/catalogue/writable.js';
import type { MatchCommand } from '#core/requests/write-commands.js';
import type { RequestContext } from '#core/context/context.js';
import { DomainError, type Fault, Faults } from '#core/errors.js';
import { matcherOf, type Matcher } from '#records/core/matching/match-records.js';

/** Deleted records that a command matches. */
export interface DeletedRecords {
  readonly entity: Entity;
  readonly matcher: Matcher;
}

/** Reads which deleted records a command matches. @throws {DomainError} AdministratorRequired, and faults of the command */
export function deletedRecords(ctx: RequestContext, command: MatchCommand): DeletedRecords {
  if (!ctx.principal.isAdministrator) throw new DomainError(FOR_ADMINISTRATORS);
  return matchedRecords(ctx, ctx.catalogue.entity(command.entityName), command);
}

/**
 * Reads which deleted records a restore matches. Where the entity lets members restore, it needs the delete scope.
 * @throws {DomainError} AdministratorRequired, ScopeNone, and faults of the command
 */
export function restorableRecords(ctx: RequestContext, command: MatchCommand): DeletedRecords {
  const entity = ctx.catalogue.find(command.entityName);
  if (!entity?.membersRestore) return deletedRecords(ctx, command);
  requireScope(ctx, entity, 'delete');
  return matchedRecords(ctx, entity, command);
}

function matchedRecords(ctx: RequestContext, entity: Entity, command: MatchCommand): DeletedRecords {
  requireWritable(entity, 'delete');
  const faults = new Faults();
  faults.push(...command.shapeFaults);
  const matcher = matcherOf(ctx, entity, command, faults);
  faults.throwIfAny();
  return { entity, matcher };
}

const FOR_ADMINISTRATORS: Fault = {
  code: 'AdministratorRequired',
  message: 'Deleted records are for Administrators.',
};
