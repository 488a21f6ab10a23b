import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { catchError, from, type Observable, switchMap, throwError } from 'rxjs';
import type { Catalogue } from '../../core/catalogue/catalogue.js';
import { isOfOtherTables, unavailable } from '../database/database.errors.js';
import { contextOf } from '../http/request-state.js';
import { EnvironmentRepository } from './environment.repository.js';

/**
 * Tells callers to repeat a request that failed because the definitions changed while it ran: its statements were made
 * for tables that are not so any more. Any other failure goes on as it is.
 */
@Injectable()
export class StaleCatalogue implements NestInterceptor<unknown, unknown> {
  constructor(private readonly environments: EnvironmentRepository) {}

  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const catalogue = contextOf(execution.switchToHttp().getRequest<IncomingMessage>())?.catalogue;
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!catalogue || !isOfOtherTables(error)) return throwError(() => error);
        return from(this.#isStale(catalogue)).pipe(
          switchMap((isStale) => throwError(() => (isStale ? changed() : error))),
        );
      }),
    );
  }

  async #isStale({ environment, version }: Catalogue): Promise<boolean> {
    const versions = await this.environments.versions([environment.id]);
    return versions.get(environment.id)?.definitions !== version;
  }
}

const changed = (): Error =>
  unavailable('The definitions of the environment changed while the request ran; repeat it.');
