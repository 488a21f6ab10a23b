import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/index.js';
import { WritesModule } from '../writes/index.js';
import { BatchController } from './batch.controller.js';
import { PrepareStep } from './prepare-step.service.js';
import { RunBatch } from './run-batch.service.js';
import { UpsertRecord } from './upsert-record.service.js';

/** Writes made of others: update or insert by a unique rule, and several writes in one request. */
@Module({
  imports: [RecordsModule, WritesModule],
  controllers: [BatchController],
  providers: [PrepareStep, RunBatch, UpsertRecord],
})
export class BatchModule {}
