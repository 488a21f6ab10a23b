import { Module } from '@nestjs/common';
import { BeforeCommitHooks, HooksModule } from '../hooks/index.js';
import { SchemaMigrationModule } from '../schema-migration/index.js';
import { ApplyDefinitions } from './apply-definitions.service.js';
import { DefinitionChecks } from './definition-checks.js';
import { FindProblems } from './find-problems.service.js';
import { LimitDefinitions } from './limit-definitions.service.js';
import { OpenRequests } from './open-requests.service.js';
import { ProtectSystem } from './protect-system.service.js';
import { StoredDefinitions } from './stored-definitions.repository.js';

/** Validates and applies definitions that are written as records. */
@Module({
  imports: [HooksModule, SchemaMigrationModule],
  providers: [
    ApplyDefinitions,
    DefinitionChecks,
    FindProblems,
    LimitDefinitions,
    OpenRequests,
    ProtectSystem,
    StoredDefinitions,
  ],
  exports: [DefinitionChecks, StoredDefinitions],
})
export class DefinitionsModule {
  constructor(hooks: BeforeCommitHooks, apply: ApplyDefinitions) {
    hooks.register('definitions', apply);
  }
}
