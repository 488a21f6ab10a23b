import { Module } from '@nestjs/common';
import { DeletesModule } from '../deletes/index.js';
import { EnvironmentsModule } from '../environments/index.js';
import { RecycleBinModule } from '../recycle-bin/index.js';
import { WritesModule } from '../writes/index.js';
import { ApplyEnvironment } from './apply-environment.service.js';
import { EnvironmentFilesController } from './environment-files.controller.js';
import { NewEnvironment } from './new-environment.service.js';
import { PlanEnvironment } from './plan-environment.service.js';
import { RestoreDefinitions } from './restore-definitions.service.js';
import { StoredEnvironments } from './stored-environments.repository.js';
import { WriteDifferences } from './write-differences.service.js';

/** Exports definitions as documents, and plans and applies documents. */
@Module({
  imports: [DeletesModule, EnvironmentsModule, RecycleBinModule, WritesModule],
  controllers: [EnvironmentFilesController],
  providers: [
    ApplyEnvironment,
    NewEnvironment,
    PlanEnvironment,
    RestoreDefinitions,
    StoredEnvironments,
    WriteDifferences,
  ],
  exports: [ApplyEnvironment, NewEnvironment, PlanEnvironment, StoredEnvironments],
})
export class EnvironmentFilesModule {}
