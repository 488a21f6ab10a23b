import { Injectable, type OnModuleInit } from '@nestjs/common';
import { buildCatalogue } from '../../core/catalogue/build-catalogue.js';
import { DefinitionRepository } from '../../platform/catalogue/definition.repository.js';
import { EnvironmentRepository } from '../../platform/catalogue/environment.repository.js';
import { PlatformDatabase } from '../../platform/database/platform-database.js';
import { ReconcileTables } from '../schema/index.js';
import { SystemRecords } from './system-records.service.js';

/** Adds what a new version of the service needs to existing environments, at start and on one node at a time. */
@Injectable()
export class ReconcileEnvironments implements OnModuleInit {
  constructor(
    private readonly platform: PlatformDatabase,
    private readonly environments: EnvironmentRepository,
    private readonly definitions: DefinitionRepository,
    private readonly tables: ReconcileTables,
    private readonly records: SystemRecords,
  ) {}

  onModuleInit(): Promise<void> {
    return this.platform.setUp(async () => {
      for (const { environment, versions } of await this.environments.all()) {
        await this.tables.completeSystem(environment);
        const definitions = await this.definitions.read(environment);
        await this.tables.complete(buildCatalogue(environment, versions.definitions, definitions));
        await this.records.complete(environment, definitions);
      }
    });
  }
}
