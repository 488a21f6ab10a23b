import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Environment } from '#core/catalogue/environment.js';
import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { CompletedEnvironments } from '#platform/catalogue/completed-environments.repository.js';
import { DefinitionRepository } from '#platform/catalogue/definition.repository.js';
import { PlatformDatabase } from '#platform/database/platform-database.js';
import { ReconcileTables } from '#definitions/schema/reconcile-tables.service.js';
import { environmentFingerprint } from './environment-fingerprint.js';
import { SystemRecords } from './system-records.service.js';

/**
 * Adds what a new version of the service needs to existing environments, at start and on one node at a time. Complete
 * ones are found by one statement, so that a start does not take longer with many environments.
 */
@Injectable()
export class ReconcileEnvironments implements OnModuleInit {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly completed: CompletedEnvironments,
    private readonly definitions: DefinitionRepository,
    private readonly tables: ReconcileTables,
    private readonly records: SystemRecords,
  ) {}

  async onModuleInit(): Promise<void> {
    const mark = environmentFingerprint();
    if ((await this.completed.pending(mark)).length === 0) return;
    await this.platform.setUp(async () => {
      // Another node may have completed some meanwhile.
      for (const { environment, versions } of await this.completed.pending(mark))
        await this.complete(environment, versions.definitions);
    });
  }

  /** Completes one environment. @param version of its definitions */
  async complete(environment: Environment, version: string): Promise<void> {
    await this.tables.completeSystem(environment);
    const definitions = await this.definitions.read(environment);
    await this.tables.complete(buildCatalogue(environment, version, definitions));
    await this.records.complete(environment, definitions);
    await this.completed.add(environmentFingerprint(), { id: environment.id, definitions: version });
  }
}
