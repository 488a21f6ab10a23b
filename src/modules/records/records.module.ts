import { Module } from '@nestjs/common';
import { DeletesModule } from '../deletes/index.js';
import { PropagationModule } from '../propagation/index.js';
import { WritesModule } from '../writes/index.js';
import { RecordsController } from './records.controller.js';
import { DeleteRecords } from './delete-records.service.js';
import { InsertRecord } from './insert-record.service.js';
import { UpdateRecords } from './update-records.service.js';
import { UpdateTree } from './update-tree.service.js';

/** The routes of insert, update and delete, for every entity. */
@Module({
  imports: [DeletesModule, PropagationModule, WritesModule],
  controllers: [RecordsController],
  providers: [DeleteRecords, InsertRecord, UpdateRecords, UpdateTree],
  exports: [DeleteRecords, InsertRecord, UpdateRecords, UpdateTree],
})
export class RecordsModule {}
