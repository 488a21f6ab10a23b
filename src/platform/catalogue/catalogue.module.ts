import { Global, Module } from '@nestjs/common';
import { ChangesModule } from '#platform/change-log/changes.module.js';
import { CachedDirectory } from './cached-directory.js';
import { CompletedEnvironments } from './completed-environments.repository.js';
import { DefinitionRepository } from './definition.repository.js';
import { Directory } from './directory.js';
import { EnvironmentMetrics } from './environment-metrics.js';
import { EnvironmentRepository } from './environment.repository.js';
import { FollowDefinitions } from './follow-definitions.js';
import { KnownKeys } from './known-keys.js';
import { MemberEnvironments } from './member-environments.repository.js';
import { NewcomersRepository } from './newcomers.repository.js';
import { OtherCells } from './other-cells.js';
import { PaceChanges } from './pace-changes.js';
import { PrincipalRepository } from './principal.repository.js';
import { RecordShapeRepository } from './record-shape.repository.js';
import { RenewContext } from './renew-context.js';
import { StaleCatalogue } from './stale-catalogue.js';
import { StoredMarks } from './stored-marks.repository.js';

/** Environments with their definitions and members. */
@Global()
@Module({
  imports: [ChangesModule],
  providers: [
    CompletedEnvironments,
    EnvironmentMetrics,
    EnvironmentRepository,
    DefinitionRepository,
    PrincipalRepository,
    RecordShapeRepository,
    CachedDirectory,
    FollowDefinitions,
    KnownKeys,
    MemberEnvironments,
    NewcomersRepository,
    OtherCells,
    PaceChanges,
    { provide: Directory, useExisting: CachedDirectory },
    RenewContext,
    StaleCatalogue,
    StoredMarks,
  ],
  exports: [
    CompletedEnvironments,
    Directory,
    CachedDirectory,
    DefinitionRepository,
    EnvironmentRepository,
    FollowDefinitions,
    KnownKeys,
    MemberEnvironments,
    NewcomersRepository,
    PaceChanges,
    RenewContext,
  ],
})
export class CatalogueModule {}
