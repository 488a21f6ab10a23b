import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { isOfOtherTables, isOutdated, outdated } from '#platform/database/connections/database.errors.js';
import { ErrorTranslators } from '#platform/http/error-translators.js';
import { contextOf } from '#platform/observability/requests/request-state.js';
import { CachedDirectory } from './cached-directory.js';
import { EnvironmentRepository } from './environment.repository.js';

/**
 * Recognises requests that failed because the definitions changed while they ran: their statements were compiled for the
 * tables of a stale catalogue. Reads are then handled again; 503 is the answer to others, and after the last attempt. Other
 * errors pass unchanged (docs/definitions.md#definitions-and-writes-at-the-same-time).
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

  /** Refreshes a stale directory, so that a repeated request uses the current definitions. */
  async #errorOf({ environment, version }: Catalogue, error: unknown): Promise<unknown> {
    const versions = await this.environments.versions([environment.id]);
    if (versions.get(environment.id)?.definitions === version) return error;
    await this.directory.refresh();
    return outdated();
  }
}
