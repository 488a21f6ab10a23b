import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/index.js';
import { WritesModule } from '../writes/index.js';
import { ChunkRepository } from './chunk.repository.js';
import { BulkController } from './bulk.controller.js';
import { BulkInsert } from './bulk-insert.service.js';
import { InsertChunk } from './insert-chunk.service.js';

/** Many records in one call: batches of rows through the same statements as single inserts. */
@Module({
  imports: [HooksModule, WritesModule],
  controllers: [BulkController],
  providers: [ChunkRepository, BulkInsert, InsertChunk],
})
export class BulkModule {}
