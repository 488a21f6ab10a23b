import type { Entity } from '../../core/catalogue/entity.js';
import { requireWritable } from '../../core/catalogue/writable.js';
import type { MatchCommand } from '../../core/requests/write-commands.js';
import type { RequestContext } from '../../core/context.js';
import { DomainError, Faults } from '../../core/errors.js';
import { matcherOf, type Matcher } from '../../core/matching/match-records.js';

/** Deleted records that a command of an Administrator matches. */
export interface DeletedRecords {
  readonly entity: Entity;
  readonly matcher: Matcher;
}

/** Reads which deleted records a command matches. @throws {DomainError} AdministratorRequired, and faults of the command */
export function deletedRecords(ctx: RequestContext, command: MatchCommand): DeletedRecords {
  if (!ctx.principal.isAdministrator) {
    throw new DomainError({ code: 'AdministratorRequired', message: 'Deleted records are for Administrators.' });
  }
  const entity = ctx.catalogue.entity(command.entityName);
  requireWritable(entity, 'delete');
  const faults = new Faults();
  faults.push(...command.shapeFaults);
  const matcher = matcherOf(ctx, entity, command, faults);
  faults.throwIfAny();
  return { entity, matcher };
}
