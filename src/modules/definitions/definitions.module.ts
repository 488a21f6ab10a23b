import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/index.js';
import { RecordsModule, BeforeCommitHooks } from '../records/index.js';
import { SchemaMigrationModule } from '../reshaping/index.js';
import { SchemaModule } from '../tables/index.js';
import { ApplyDefinitions } from './apply-definitions.service.js';
import { DefinitionChecks } from './definition-checks.js';
import { EnvironmentRegistry } from './environment-registry.js';
import { FindProblems } from './find-problems.service.js';
import { MemberRepository } from './member.repository.js';
import { LoadDefinitions } from './load-definitions.service.js';
import { ReconcileEnvironments } from './reconcile-environments.service.js';
import { ProtectRights } from './protect-rights.service.js';
import { ProtectSystem } from './protect-system.service.js';
import { StoreRecords } from './store-records.service.js';
import { StoredDefinitions } from './stored-definitions.repository.js';

/** Entities, fields and relations become tables; definition files become environments. Neighbours below: Records. */
@Module({
  imports: [HooksModule, RecordsModule, SchemaMigrationModule, SchemaModule],
  providers: [
    ApplyDefinitions,
    DefinitionChecks,
    EnvironmentRegistry,
    FindProblems,
    LoadDefinitions,
    ReconcileEnvironments,
    MemberRepository,
    ProtectRights,
    ProtectSystem,
    StoreRecords,
    StoredDefinitions,
  ],
  exports: [DefinitionChecks, EnvironmentRegistry, LoadDefinitions, StoredDefinitions],
})
export class DefinitionsModule {
  constructor(endings: BeforeCommitHooks, apply: ApplyDefinitions) {
    endings.register(apply);
  }
}
