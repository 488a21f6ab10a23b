import { Module } from '@nestjs/common';
import { DefinitionsModule } from '../definitions/index.js';
import { RecordsModule } from '../records/index.js';
import { DatabaseController } from './database.controller.js';
import { ExecuteObject } from './execute-object.service.js';
import { InstallObjects } from './install-objects.service.js';
import { ObjectAccess } from './object-access.service.js';
import { ObjectRepository } from './object.repository.js';
import { RegisterObjects } from './register-objects.service.js';

/** Procedures and functions that an environment registered. Neighbours below: Definitions, whose tables must be there, and Records. */
@Module({
  imports: [DefinitionsModule, RecordsModule],
  controllers: [DatabaseController],
  providers: [ExecuteObject, InstallObjects, ObjectAccess, ObjectRepository, RegisterObjects],
})
export class DatabaseObjectsModule {}
