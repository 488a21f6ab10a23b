import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Catalogue } from '../../core/catalogue/catalogue.js';
import { isOfOtherTables, isOutdated, outdated } from '../database/database.errors.js';
import { ErrorTranslators } from '../http/error-translators.js';
import { contextOf } from '../express/request-state.js';
import { CachedDirectory } from './cached-directory.js';
import { EnvironmentRepository } from './environment.repository.js';

/**
 * Tells callers to repeat a request that failed because the definitions changed while it ran: its statements were made
 * for tables that are not so any more. Any other failure goes on as it is.
 */
@Injectable()
export class StaleCatalogue implements OnModuleInit {
  constructor(
    private readonly environments: EnvironmentRepository,
    private readonly directory: CachedDirectory,
    private readonly failures: ErrorTranslators,
  ) {}

  onModuleInit(): void {
    this.failures.add((error, req) => {
      const catalogue = contextOf(req)?.catalogue;
      return catalogue && (isOutdated(error) || isOfOtherTables(error)) ? this.#errorOf(catalogue, error) : undefined;
    });
  }

  /** The repeated request finds the current definitions. */
  async #errorOf({ environment, version }: Catalogue, error: unknown): Promise<unknown> {
    const versions = await this.environments.versions([environment.id]);
    if (versions.get(environment.id)?.definitions === version) return error;
    await this.directory.refresh();
    return outdated();
  }
}
