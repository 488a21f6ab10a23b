import { Module } from '@nestjs/common';
import { DefinitionsModule } from '../definitions/index.js';
import { HooksModule } from '../hooks/index.js';
import { SchemaMigrationModule } from '../schema-migration/index.js';
import { SchemaModule } from '../schema/index.js';
import { WritesModule } from '../writes/index.js';
import { EnvironmentRegistry } from './environment-registry.repository.js';
import { EnvironmentSettingsStore } from './environment-settings.repository.js';
import { LoadDefinitions } from './load-definitions.service.js';
import { KeepCompletion } from './keep-completion.hook.js';
import { ReconcileEnvironments } from './reconcile-environments.service.js';
import { StoreRecords } from './store-records.service.js';
import { SystemRecords } from './system-records.service.js';

/** Creates environments from definition files, and upgrades them when the service starts. */
@Module({
  imports: [DefinitionsModule, HooksModule, SchemaMigrationModule, SchemaModule, WritesModule],
  providers: [
    EnvironmentRegistry,
    EnvironmentSettingsStore,
    KeepCompletion,
    LoadDefinitions,
    ReconcileEnvironments,
    StoreRecords,
    SystemRecords,
  ],
  exports: [EnvironmentRegistry, EnvironmentSettingsStore, LoadDefinitions],
})
export class EnvironmentsModule {}
