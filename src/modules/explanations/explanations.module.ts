import { Module } from '@nestjs/common';
import { LocksModule } from '../locks/index.js';
import { StatusModule } from '../status/index.js';
import { ExplainAccess } from './explain-access.service.js';
import { ExplainController } from './explain.controller.js';
import { ExplainedRecords } from './explained-records.repository.js';

/** Explains why users may, or may not, do something. */
@Module({
  imports: [LocksModule, StatusModule],
  controllers: [ExplainController],
  providers: [ExplainAccess, ExplainedRecords],
})
export class ExplanationsModule {}
