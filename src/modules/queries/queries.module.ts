import { Module } from '@nestjs/common';
import { QueriesController } from './queries.controller.js';
import { SelectRecords } from './select-records.service.js';

/** Ad hoc queries of any entity. */
@Module({
  controllers: [QueriesController],
  providers: [SelectRecords],
  exports: [SelectRecords],
})
export class QueriesModule {}
