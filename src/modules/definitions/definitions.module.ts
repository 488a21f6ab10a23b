import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/index.js';
import { DefinitionChecks } from './definition-checks.js';
import { EnvironmentRegistry } from './environment-registry.js';
import { LoadDefinitions } from './load-definitions.service.js';
import { ReconcileEnvironments } from './reconcile-environments.service.js';
import { ReconcileTables } from './reconcile-tables.service.js';
import { StoreRecords } from './store-records.service.js';

/** Entities, fields and relations become tables; definition files become environments. Neighbours below: Records. */
@Module({
  imports: [RecordsModule],
  providers: [
    DefinitionChecks,
    EnvironmentRegistry,
    LoadDefinitions,
    ReconcileEnvironments,
    ReconcileTables,
    StoreRecords,
  ],
  exports: [EnvironmentRegistry, LoadDefinitions],
})
export class DefinitionsModule {}
