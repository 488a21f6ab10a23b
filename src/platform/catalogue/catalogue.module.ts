import { Global, Module } from '@nestjs/common';
import { CachedDirectory } from './cached-directory.js';
import { DefinitionRepository } from './definition.repository.js';
import { Directory } from './directory.js';
import { EnvironmentRepository } from './environment.repository.js';
import { PrincipalRepository } from './principal.repository.js';

/** Which environments there are, what their definitions say, and who their members are. */
@Global()
@Module({
  providers: [
    EnvironmentRepository,
    DefinitionRepository,
    PrincipalRepository,
    CachedDirectory,
    { provide: Directory, useExisting: CachedDirectory },
  ],
  exports: [Directory, CachedDirectory, DefinitionRepository, EnvironmentRepository],
})
export class CatalogueModule {}
