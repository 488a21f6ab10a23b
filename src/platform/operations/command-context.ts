import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/context/context.js';
import { DomainError } from '#core/errors.js';
import { Directory } from '#platform/catalogue/directory.js';
import type { Command } from './command.js';

/** Builds the context of a stored command: its caller, with current rights and definitions. */
@Injectable()
export class CommandContext {
  constructor(private readonly directory: Directory) {}

  /** @throws {DomainError} NotMember when the caller has left the environment */
  async of(command: Command): Promise<RequestContext> {
    const { tenantId, appId, environmentId } = command;
    const catalogue = await this.directory.find(tenantId, appId, environmentId);
    const principal = catalogue && (await this.directory.caller(catalogue, command));
    if (!principal || principal === 'inactive')
      throw new DomainError({ code: 'NotMember', message: 'You are not a member of this environment.' });
    return {
      requestId: command.id,
      correlationId: command.id,
      at: command.submittedOn,
      catalogue,
      principal,
      preferences: command.preferences,
    };
  }
}
