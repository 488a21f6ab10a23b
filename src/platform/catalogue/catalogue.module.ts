import { Global, Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { CachedDirectory } from './cached-directory.js';
import { DefinitionRepository } from './definition.repository.js';
import { Directory } from './directory.js';
import { EnvironmentRepository } from './environment.repository.js';
import { FollowDefinitions } from './follow-definitions.js';
import { PrincipalRepository } from './principal.repository.js';
import { StaleCatalogue } from './stale-catalogue.js';

/** Which environments there are, what their definitions say, and who their members are. */
@Global()
@Module({
  imports: [ChangesModule],
  providers: [
    EnvironmentRepository,
    DefinitionRepository,
    PrincipalRepository,
    CachedDirectory,
    FollowDefinitions,
    { provide: Directory, useExisting: CachedDirectory },
    StaleCatalogue,
  ],
  exports: [Directory, CachedDirectory, DefinitionRepository, EnvironmentRepository],
})
export class CatalogueModule {}
