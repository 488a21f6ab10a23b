import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '#core/errors.js';
import { contextOf } from '#platform/observability/requests/request-state.js';

/**
 * Admits Administrators only. Runs after the membership check and before the body is read
 * (docs/interface/conventions.md#order-of-errors).
 */
@Injectable()
export class AdministratorGuard implements CanActivate {
  canActivate(execution: ExecutionContext): boolean {
    const context = contextOf(execution.switchToHttp().getRequest<IncomingMessage>());
    if (context?.principal.isAdministrator) return true;
    throw new DomainError({ code: 'AdministratorRequired', message: 'Only Administrators may do this.' });
  }
}
