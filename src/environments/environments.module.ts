import { Module } from '@nestjs/common';
import { DefinitionsModule } from '#definitions/index.js';
import { RoutinesModule } from '#routines/index.js';
import { CopyEnvironments } from './copies/copy-environments.service.js';

/** Copies and archives of whole environments. */
@Module({
  imports: [DefinitionsModule, RoutinesModule],
  providers: [CopyEnvironments],
  exports: [CopyEnvironments],
})
export class EnvironmentsModule {}
