import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { catchError, from, type Observable, switchMap, throwError } from 'rxjs';
import type { Catalogue } from '../../core/catalogue/catalogue.js';
import { isOfOtherTables, isOutdated, outdated } from '../database/database.errors.js';
import { contextOf } from '../http/request-state.js';
import { CachedDirectory } from './cached-directory.js';
import { EnvironmentRepository } from './environment.repository.js';

/**
 * Tells callers to repeat a request that failed because the definitions changed while it ran: its statements were made
 * for tables that are not so any more. Any other failure goes on as it is.
 */
@Injectable()
export class StaleCatalogue implements NestInterceptor<unknown, unknown> {
  constructor(
    private readonly environments: EnvironmentRepository,
    private readonly directory: CachedDirectory,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const catalogue = contextOf(execution.switchToHttp().getRequest<IncomingMessage>())?.catalogue;
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!catalogue || !(isOutdated(error) || isOfOtherTables(error))) return throwError(() => error);
        return from(this.#errorOf(catalogue, error)).pipe(switchMap((told) => throwError(() => told)));
      }),
    );
  }

  /** The repeated request finds the current definitions. */
  async #errorOf({ environment, version }: Catalogue, error: unknown): Promise<unknown> {
    const versions = await this.environments.versions([environment.id]);
    if (versions.get(environment.id)?.definitions === version) return error;
    await this.directory.refresh();
    return outdated();
  }
}
