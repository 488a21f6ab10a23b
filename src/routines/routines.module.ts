import { Module } from '@nestjs/common';
import { DefinitionsModule } from '#definitions/index.js';
import { RecordsModule } from '#records/index.js';
import { DatabaseController } from './execute/database.controller.js';
import { ExecuteRoutineOnce } from './execute/execute-routine-once.service.js';
import { ExecuteRoutine } from './execute/execute-routine.service.js';
import { InstallRoutines } from './install/install-routines.service.js';
import { RegisterRoutines } from './install/register-routines.service.js';
import { RoutineAccess } from './install/routine-access.service.js';
import { RoutineRepository } from './install/routine.repository.js';

/** Registered procedures and functions of an environment. */
@Module({
  imports: [DefinitionsModule, RecordsModule],
  controllers: [DatabaseController],
  providers: [ExecuteRoutine, ExecuteRoutineOnce, InstallRoutines, RegisterRoutines, RoutineAccess, RoutineRepository],
  exports: [ExecuteRoutineOnce, RegisterRoutines],
})
export class RoutinesModule {}
