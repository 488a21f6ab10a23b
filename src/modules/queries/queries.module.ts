import { Module } from '@nestjs/common';
import { QueryAdviceModule } from '../query-advice/index.js';
import { QueriesController } from './queries.controller.js';
import { RecordController } from './record.controller.js';
import { SelectPlanner } from './select-planner.service.js';
import { SelectRecords } from './select-records.service.js';

/** Ad hoc queries of any entity. */
@Module({
  imports: [QueryAdviceModule],
  controllers: [QueriesController, RecordController],
  providers: [SelectPlanner, SelectRecords],
  exports: [SelectRecords],
})
export class QueriesModule {}
