import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/index.js';
import { ChunkRepository } from './batch.repository.js';
import { BulkController } from './bulk.controller.js';
import { BulkInsert } from './bulk-insert.service.js';
import { InsertChunk } from './insert-batch.service.js';

/** Many records in one call: batches of rows through the same statements as single inserts. */
@Module({
  imports: [RecordsModule],
  controllers: [BulkController],
  providers: [ChunkRepository, BulkInsert, InsertChunk],
})
export class BulkModule {}
