import { Module } from '@nestjs/common';
import { DefinitionsModule } from '../definitions/index.js';
import { EnvironmentsModule } from '../environments/index.js';
import { HooksModule } from '../hooks/index.js';
import { WritesModule } from '../writes/index.js';
import { DatabaseController } from './database.controller.js';
import { ExecuteRoutineOnce } from './execute-routine-once.service.js';
import { ExecuteRoutine } from './execute-routine.service.js';
import { InstallRoutines } from './install-routines.service.js';
import { RoutineAccess } from './routine-access.service.js';
import { RoutineRepository } from './routine.repository.js';
import { RegisterRoutines } from './register-routines.service.js';

/** Registered routines of an environment. */
@Module({
  imports: [DefinitionsModule, EnvironmentsModule, HooksModule, WritesModule],
  controllers: [DatabaseController],
  providers: [ExecuteRoutine, ExecuteRoutineOnce, InstallRoutines, RoutineAccess, RoutineRepository, RegisterRoutines],
  exports: [ExecuteRoutineOnce],
})
export class RoutinesModule {}
