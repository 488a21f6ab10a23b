import { Module } from '@nestjs/common';
import { RecordsModule, BeforeCommitHooks } from '#records/index.js';
import { ApplyDefinitions } from './apply/apply-definitions.service.js';
import { DefinitionChecks } from './checks/definition-checks.js';
import { FindProblems } from './checks/find-problems.service.js';
import { LimitDefinitions } from './apply/limit-definitions.service.js';
import { MissingHandlers } from './checks/missing-handlers.service.js';
import { NamedUsers } from './checks/named-users.repository.js';
import { OpenRequests } from './apply/open-requests.service.js';
import { ProtectSystem } from './apply/protect-system.service.js';
import { StoredDefinitions } from './apply/stored-definitions.repository.js';
import { ApplyEnvironment } from './documents/apply-environment.service.js';
import { EnvironmentFilesController } from './documents/environment-files.controller.js';
import { NewEnvironment } from './documents/new-environment.service.js';
import { PlanEnvironment } from './documents/plan-environment.service.js';
import { RestoreDefinitions } from './documents/restore-definitions.service.js';
import { StoredEnvironments } from './documents/stored-environments.repository.js';
import { WriteDifferences } from './documents/write-differences.service.js';
import { EnvironmentRegistry } from './environments/environment-registry.repository.js';
import { EnvironmentSettingsStore } from './environments/environment-settings.repository.js';
import { LoadDefinitions } from './environments/load-definitions.service.js';
import { ReconcileEnvironments } from './environments/reconcile-environments.service.js';
import { StoreRecords } from './environments/store-records.service.js';
import { SystemRecords } from './environments/system-records.service.js';
import { BuildIndexes } from './indexes/build-indexes.service.js';
import { IndexAttemptsRepository } from './indexes/index-attempts.repository.js';
import { IndexStatesRepository } from './indexes/index-states.repository.js';
import { IndexRepository } from './indexes/index.repository.js';
import { IndexedEnvironments } from './indexes/indexed-environments.repository.js';
import { MakeIndexes } from './indexes/make-indexes.service.js';
import { RestartStates } from './indexes/restart-states.hook.js';
import { DefinitionChangesRepository } from './migration/definition-changes.repository.js';
import { MigrateSchema } from './migration/migrate-schema.service.js';
import { MigrateStatuses } from './migration/migrate-statuses.service.js';
import { RecomputeRollups } from './migration/recompute-rollups.repository.js';
import { RetainedRepository } from './migration/retained.repository.js';
import { StoredTexts } from './migration/stored-texts.repository.js';
import { StoredValues } from './migration/stored-values.repository.js';
import { ReconcileTables } from './schema/reconcile-tables.service.js';
import { SchemaRepository } from './schema/schema.repository.js';

/** Definitions written as records: checks, tables, indexes, documents, environments. */
@Module({
  imports: [RecordsModule],
  controllers: [EnvironmentFilesController],
  providers: [
    ApplyDefinitions,
    ApplyEnvironment,
    BuildIndexes,
    DefinitionChangesRepository,
    DefinitionChecks,
    EnvironmentRegistry,
    EnvironmentSettingsStore,
    FindProblems,
    IndexAttemptsRepository,
    IndexRepository,
    IndexStatesRepository,
    IndexedEnvironments,
    LimitDefinitions,
    LoadDefinitions,
    MakeIndexes,
    MigrateSchema,
    MigrateStatuses,
    MissingHandlers,
    NamedUsers,
    NewEnvironment,
    OpenRequests,
    PlanEnvironment,
    ProtectSystem,
    RecomputeRollups,
    ReconcileEnvironments,
    ReconcileTables,
    RestartStates,
    RestoreDefinitions,
    RetainedRepository,
    SchemaRepository,
    StoreRecords,
    StoredDefinitions,
    StoredEnvironments,
    StoredTexts,
    StoredValues,
    SystemRecords,
    WriteDifferences,
  ],
  exports: [
    ReconcileEnvironments,
    ApplyEnvironment,
    DefinitionChangesRepository,
    DefinitionChecks,
    EnvironmentRegistry,
    EnvironmentSettingsStore,
    LoadDefinitions,
    MissingHandlers,
    NamedUsers,
    NewEnvironment,
    PlanEnvironment,
    StoredDefinitions,
    StoredEnvironments,
  ],
})
export class DefinitionsModule {
  constructor(hooks: BeforeCommitHooks, apply: ApplyDefinitions) {
    hooks.register('definitions', apply);
  }
}
