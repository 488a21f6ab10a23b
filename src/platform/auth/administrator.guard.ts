import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../core/errors.js';
import { contextOf } from '../express/request-state.js';

/** Lets Administrators in alone, right after membership: before the body is looked at (contract §2). */
@Injectable()
export class AdministratorGuard implements CanActivate {
  canActivate(execution: ExecutionContext): boolean {
    const context = contextOf(execution.switchToHttp().getRequest<IncomingMessage>());
    if (context?.principal.isAdministrator) return true;
    throw new DomainError({ code: 'AdministratorRequired', message: 'Only Administrators may do this.' });
  }
}
