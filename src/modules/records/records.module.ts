import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/index.js';
import { AutoNumberSequences } from './auto-number-sequences.js';
import { CascadeDelete } from './cascade-delete.service.js';
import { DeleteHooks } from './delete-hooks.service.js';
import { DeleteRecords } from './delete-records.service.js';
import { DeleteRepository } from './delete.repository.js';
import { DeleteSteps } from './delete-steps.service.js';
import { FollowOwner } from './follow-owner.service.js';
import { FollowTeam } from './follow-team.service.js';
import { HookedInsert } from './hooked-insert.service.js';
import { HookedUpdate } from './hooked-update.service.js';
import { InsertRecord } from './insert-record.service.js';
import { InsertRepository } from './insert.repository.js';
import { InsertSteps } from './insert-steps.service.js';
import { MatchRepository } from './match.repository.js';
import { OutcomeRepository } from './outcome.repository.js';
import { RecordsController } from './records.controller.js';
import { RefreshRollups } from './refresh-rollups.service.js';
import { BatchedInserts } from './grouped-inserts.service.js';
import { UpdateRecords } from './update-records.service.js';
import { UpdateSteps } from './update-steps.service.js';
import { UpdateTree } from './update-tree.service.js';
import { UpdateRepository } from './update.repository.js';
import { BeforeCommitHooks } from './write-endings.js';
import { WriteTransactions } from './write-transactions.service.js';

/** Generic create, update and delete for every entity. Neighbours below: Hooks. */
@Module({
  imports: [HooksModule],
  controllers: [RecordsController],
  providers: [
    AutoNumberSequences,
    CascadeDelete,
    DeleteHooks,
    DeleteRecords,
    DeleteRepository,
    DeleteSteps,
    FollowOwner,
    FollowTeam,
    HookedInsert,
    HookedUpdate,
    InsertRecord,
    InsertRepository,
    InsertSteps,
    MatchRepository,
    OutcomeRepository,
    RefreshRollups,
    BatchedInserts,
    UpdateRecords,
    UpdateRepository,
    UpdateSteps,
    UpdateTree,
    BeforeCommitHooks,
    WriteTransactions,
  ],
  exports: [
    AutoNumberSequences,
    CascadeDelete,
    DeleteRecords,
    DeleteSteps,
    DeleteRepository,
    FollowOwner,
    HookedInsert,
    InsertRecord,
    InsertRepository,
    InsertSteps,
    MatchRepository,
    OutcomeRepository,
    RefreshRollups,
    UpdateRecords,
    UpdateSteps,
    UpdateTree,
    BeforeCommitHooks,
    WriteTransactions,
  ],
})
export class RecordsModule {}
