import { Module } from '@nestjs/common';
import { QueriesController } from './queries.controller.js';
import { SelectRecords } from './select-records.service.js';

/** Reads of every entity: ad hoc queries. */
@Module({
  controllers: [QueriesController],
  providers: [SelectRecords],
  exports: [SelectRecords],
})
export class QueriesModule {}
