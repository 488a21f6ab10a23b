import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/index.js';
import { WritesModule } from '../writes/index.js';
import { AvailableStatuses } from './available-statuses.service.js';
import { BulkMove } from './bulk-move.service.js';
import { MoveInTransaction } from './move-in-transaction.service.js';
import { MoveRecord } from './move-record.service.js';
import { MoveRecordSet } from './move-set.service.js';
import { MoveRecords } from './move-records.service.js';
import { MoveRepository } from './move.repository.js';
import { RecordEntities } from './record-entities.service.js';
import { StatusRepository } from './status.repository.js';
import { StatusController } from './status.controller.js';

/** Moves of records through the lifecycles of their entities. */
@Module({
  imports: [HooksModule, WritesModule],
  controllers: [StatusController],
  providers: [
    AvailableStatuses,
    BulkMove,
    MoveInTransaction,
    MoveRecord,
    MoveRecordSet,
    MoveRecords,
    MoveRepository,
    RecordEntities,
    StatusRepository,
  ],
  exports: [AvailableStatuses, MoveRecord, MoveRecords],
})
export class StatusModule {}
