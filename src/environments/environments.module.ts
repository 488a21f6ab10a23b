import { Module } from '@nestjs/common';
import { DefinitionsModule } from '#definitions/index.js';
import { RoutinesModule } from '#routines/index.js';
import { CopyToCell } from './moves/copy-to-cell.service.js';
import { MoveEnvironments } from './moves/move-environments.service.js';
import { CopyEnvironments } from './copies/copy-environments.service.js';

/** Copies, archives and moves of whole environments. */
@Module({
  imports: [DefinitionsModule, RoutinesModule],
  providers: [CopyEnvironments, CopyToCell, MoveEnvironments],
  exports: [CopyEnvironments, MoveEnvironments],
})
export class EnvironmentsModule {}
