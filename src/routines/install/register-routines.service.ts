import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { buildCatalogue } from '#core/compile/build-catalogue.js';
import type { Environment } from '#core/catalogue/environment.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import type { Entity } from '#core/catalogue/entity.js';
import type { RequestContext } from '#core/context/context.js';
import { CLOSE_DATABASE } from '#core/routine-roles/routine-role.sql.js';
import { render } from '#core/sql/sql.js';
import { systemContext } from '#core/context/system-context.js';
import { EnvironmentRepository } from '#platform/catalogue/environment.repository.js';
import { Database } from '#platform/database/database.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import type { Transaction } from '#platform/database/transaction.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { BeforeCommitHooks, type BeforeCommitHook } from '#records/index.js';
import { InstallRoutines } from './install-routines.service.js';

/**
 * Environments that have routines or records of some, dead ones included. A table that was never written to has no
 * size, so that the many environments without routines cost a start one statement together.
 */
const WITH_ROUTINES = `
  SELECT e.id
  FROM platform.environment e
  JOIN pg_namespace n ON n.nspname = e.schema_name
  WHERE EXISTS (
      SELECT FROM pg_class c
      WHERE c.relnamespace = n.oid AND c.relname = 'DatabaseObject' AND c.relkind = 'r' AND pg_relation_size(c.oid) > 0
    )
    OR EXISTS (SELECT FROM pg_proc p WHERE p.pronamespace = n.oid)`;

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
    // Routines may use tables that the same write makes.
    hooks.register('new routines', {
      concerns: (ctx, entity) => this.concerns(ctx, entity),
      beforeCommit: (ctx, _written, tx) => this.#create(ctx, tx),
    });
  }

  concerns(_ctx: RequestContext, { name }: Entity): boolean {
    return name === 'DatabaseObject';
  }

  async beforeCommit(ctx: RequestContext, _written: readonly Entity[], tx: Transaction): Promise<void> {
    await this.install.dropStale(ctx, tx);
  }

  async #create(ctx: RequestContext, tx: Transaction): Promise<void> {
    await this.install.install(ctx, tx);
    for (const name of await this.install.writtenForEverybody(ctx, tx))
      ctx.submission?.addToLog(`${name} has no RequiredPermission: every member of the environment may run it.`);
  }

  /** Installs missing routines of databases that were restored without roles or filled by an earlier version. */
  onModuleInit(): Promise<void> {
    return this.platform.setUp(async () => {
      // A copied database lacks its grants, so they are restored at every start.
      await this.platform.query(render(CLOSE_DATABASE).text);
      const ids = (await this.platform.query<{ id: string }>(WITH_ROUTINES)).map(({ id }) => id);
      for (const { environment } of await this.environments.byIds(ids)) await this.complete(environment);
    });
  }

  /** Installs the missing routines of an environment. Logs a failed installation; the environment serves everything else. */
  async complete(environment: Environment): Promise<void> {
    const ctx = systemContext(buildCatalogue(environment, '0', NO_DEFINITIONS), uuidV7(), new Date());
    try {
      await this.database.transaction(ctx, (tx) => this.install.install(ctx, tx));
    } catch (error) {
      this.#logger.warn(`The database objects of environment ${environment.id} could not be made: ${String(error)}`);
    }
  }
}
