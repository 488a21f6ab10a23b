import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BatchController } from './batch/batch.controller.js';
import { PrepareStep } from './batch/prepare-step.service.js';
import { RunBatch } from './batch/run-batch.service.js';
import { UpsertRecord } from './batch/upsert-record.service.js';
import { BulkInsert } from './bulk/bulk-insert.service.js';
import { BulkController } from './bulk/bulk.controller.js';
import { ChunkRepository } from './bulk/chunk.repository.js';
import { InsertChunk } from './bulk/insert-chunk.service.js';
import { CascadeDelete } from './deletes/cascade-delete.service.js';
import { DeleteHooks } from './deletes/delete-hooks.service.js';
import { DeleteSteps } from './deletes/delete-steps.service.js';
import { DeleteRepository } from './deletes/delete.repository.js';
import { BeforeCommitHooks } from './hooks/before-commit-hooks.js';
import { HttpHooks } from './hooks/http-hooks.service.js';
import { ReadImages } from './hooks/read-images.repository.js';
import { SendHookCall } from './hooks/send-hook-call.service.js';
import { RegisteredHooks } from './hooks/registered-hooks.js';
import { RunHooks } from './hooks/run-hooks.service.js';
import { StartWorkflows } from './hooks/start-workflows.service.js';
import { ValidateMoves } from './hooks/validate-moves.service.js';
import { LockedRecords } from './locks/locked-records.repository.js';
import { ProtectChildren } from './locks/protect-children.service.js';
import { FollowOwner } from './propagation/follow-owner.service.js';
import { FollowRecord } from './propagation/follow-record.service.js';
import { FollowTeam } from './propagation/follow-team.service.js';
import { RefreshRollups } from './propagation/refresh-rollups.service.js';
import { PurgeRecords } from './recycle-bin/purge-records.service.js';
import { RecycleBinController } from './recycle-bin/recycle-bin.controller.js';
import { RestoreRecords } from './recycle-bin/restore-records.service.js';
import { RestoreRepository } from './recycle-bin/restore.repository.js';
import { DeleteRecords } from './routes/delete-records.service.js';
import { InsertRecord } from './routes/insert-record.service.js';
import { RecordsController } from './routes/records.controller.js';
import { UpdateRecords } from './routes/update-records.service.js';
import { UpdateTree } from './routes/update-tree.service.js';
import { AutoNumberSequences } from './writes/auto-number-sequences.js';
import { BatchedInserts } from './writes/batched-inserts.service.js';
import { CommitWrite } from './writes/commit-write.service.js';
import { HookedInsert } from './writes/hooked-insert.service.js';
import { HookedUpdate } from './writes/hooked-update.service.js';
import { InsertSteps } from './writes/insert-steps.service.js';
import { InsertRepository } from './writes/insert.repository.js';
import { MatchRepository } from './writes/match.repository.js';
import { OutcomeRepository } from './writes/outcome.repository.js';
import { UpdateSteps } from './writes/update-steps.service.js';
import { UpdateRepository } from './writes/update.repository.js';
import { WriteTransactions } from './writes/write-transactions.service.js';

/** Writes of records, with their hooks, checks and the values that follow from other records. */
@Module({
  imports: [DiscoveryModule],
  // The order in which the OpenAPI document has the routes.
  controllers: [RecordsController, BulkController, BatchController, RecycleBinController],
  providers: [
    AutoNumberSequences,
    BatchedInserts,
    BeforeCommitHooks,
    BulkInsert,
    CascadeDelete,
    ChunkRepository,
    CommitWrite,
    DeleteHooks,
    DeleteRecords,
    DeleteRepository,
    DeleteSteps,
    FollowOwner,
    FollowRecord,
    FollowTeam,
    HookedInsert,
    HookedUpdate,
    HttpHooks,
    InsertChunk,
    InsertRecord,
    InsertRepository,
    InsertSteps,
    LockedRecords,
    MatchRepository,
    OutcomeRepository,
    PrepareStep,
    ProtectChildren,
    PurgeRecords,
    ReadImages,
    RefreshRollups,
    RegisteredHooks,
    RestoreRecords,
    RestoreRepository,
    RunBatch,
    RunHooks,
    SendHookCall,
    StartWorkflows,
    UpdateRecords,
    UpdateRepository,
    UpdateSteps,
    UpdateTree,
    UpsertRecord,
    ValidateMoves,
    WriteTransactions,
  ],
  exports: [
    AutoNumberSequences,
    BeforeCommitHooks,
    DeleteRecords,
    DeleteSteps,
    HookedInsert,
    InsertRecord,
    InsertRepository,
    InsertSteps,
    OutcomeRepository,
    ProtectChildren,
    ReadImages,
    RegisteredHooks,
    RestoreRecords,
    RunBatch,
    StartWorkflows,
    UpdateRecords,
    UpdateSteps,
    ValidateMoves,
    WriteTransactions,
  ],
})
export class RecordsModule {}
