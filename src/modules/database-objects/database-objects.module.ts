import { Module } from '@nestjs/common';
import { DefinitionsModule } from '../definitions/index.js';
import { RecordsModule } from '../records/index.js';
import { DatabaseController } from './database.controller.js';
import { ExecuteRoutine } from './execute-object.service.js';
import { InstallRoutines } from './install-objects.service.js';
import { RoutineAccess } from './object-access.service.js';
import { RoutineRepository } from './object.repository.js';
import { RegisterRoutines } from './register-objects.service.js';

/** Procedures and functions that an environment registered. Neighbours below: Definitions, whose tables must be there, and Records. */
@Module({
  imports: [DefinitionsModule, RecordsModule],
  controllers: [DatabaseController],
  providers: [ExecuteRoutine, InstallRoutines, RoutineAccess, RoutineRepository, RegisterRoutines],
})
export class RoutinesModule {}
