import { Module } from '@nestjs/common';
import { AutoNumberSequences } from './auto-number-sequences.js';
import { CascadeDelete } from './cascade-delete.service.js';
import { DeleteRecords } from './delete-records.service.js';
import { DeleteRepository } from './delete.repository.js';
import { DeleteSteps } from './delete-steps.service.js';
import { FollowOwner } from './follow-owner.service.js';
import { InsertRecord } from './insert-record.service.js';
import { InsertRepository } from './insert.repository.js';
import { InsertSteps } from './insert-steps.service.js';
import { RecordHooks } from './record-hooks.js';
import { RecordsController } from './records.controller.js';
import { UpdateRecords } from './update-records.service.js';
import { UpdateSteps } from './update-steps.service.js';
import { UpdateRepository } from './update.repository.js';
import { WriteEndings } from './write-endings.js';
import { WriteTransactions } from './write-transactions.service.js';

/** Generic create, update and delete for every entity; owns the hooks of a write. */
@Module({
  controllers: [RecordsController],
  providers: [
    AutoNumberSequences,
    CascadeDelete,
    DeleteRecords,
    DeleteRepository,
    DeleteSteps,
    FollowOwner,
    InsertRecord,
    InsertRepository,
    InsertSteps,
    RecordHooks,
    UpdateRecords,
    UpdateRepository,
    UpdateSteps,
    WriteEndings,
    WriteTransactions,
  ],
  exports: [AutoNumberSequences, InsertRepository, RecordHooks, WriteEndings],
})
export class RecordsModule {}
