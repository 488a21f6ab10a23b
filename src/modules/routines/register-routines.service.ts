import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { buildCatalogue } from '../../core/catalogue/build-catalogue.js';
import type { Environment } from '../../core/catalogue/environment.js';
import { NO_DEFINITIONS } from '../../core/catalogue/definition.js';
import type { Entity } from '../../core/catalogue/entity.js';
import type { RequestContext } from '../../core/context.js';
import { CLOSE_DATABASE } from '../../core/routines/routine-role.sql.js';
import { render } from '../../core/sql/sql.js';
import { systemContext } from '../../core/system-context.js';
import { EnvironmentRepository } from '../../platform/catalogue/environment.repository.js';
import { Database } from '../../platform/database/database.js';
import { PlatformDatabase } from '../../platform/database/platform-database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { uuidV7 } from '../../platform/ids/uuid-v7.js';
import { BeforeCommitHooks, type BeforeCommitHook } from '../hooks/index.js';
import { InstallRoutines } from './install-routines.service.js';

/** Installs routines in the transaction that writes their records, and missing ones at start. */
@Injectable()
export class RegisterRoutines implements BeforeCommitHook, OnModuleInit {
  readonly #logger = new Logger(RegisterRoutines.name);

  constructor(
    private readonly install: InstallRoutines,
    private readonly environments: EnvironmentRepository,
    private readonly platform: PlatformDatabase,
    private readonly database: Database,
    hooks: BeforeCommitHooks,
  ) {
    hooks.register('routines', this);
  }

  concerns(_ctx: RequestContext, { name }: Entity): boolean {
    return name === 'DatabaseObject';
  }

  async beforeCommit(ctx: RequestContext, _written: readonly Entity[], tx: Transaction): Promise<void> {
    await this.install.install(ctx, tx);
    for (const name of await this.install.writtenForEverybody(ctx, tx))
      ctx.submission?.addToLog(`${name} has no RequiredPermission: every member of the environment may run it.`);
  }

  /** Installs missing routines of databases that were restored without roles or filled by an earlier version. */
  onModuleInit(): Promise<void> {
    return this.platform.setUp(async () => {
      // A copied database lacks its grants, so they are restored at every start.
      await this.platform.query(render(CLOSE_DATABASE).text);
      for (const { environment } of await this.environments.all()) await this.#complete(environment);
    });
  }

  /** Logs a failed installation; the environment serves everything else. */
  async #complete(environment: Environment): Promise<void> {
    const ctx = systemContext(buildCatalogue(environment, '0', NO_DEFINITIONS), uuidV7(), new Date());
    try {
      await this.database.transaction(ctx, (tx) => this.install.install(ctx, tx));
    } catch (error) {
      this.#logger.warn(`The database objects of environment ${environment.id} could not be made: ${String(error)}`);
    }
  }
}
