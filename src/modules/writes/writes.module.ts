import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/index.js';
import { PropagationModule } from '../propagation/index.js';
import { AutoNumberSequences } from './auto-number-sequences.js';
import { BatchedInserts } from './batched-inserts.service.js';
import { CommitWrite } from './commit-write.service.js';
import { HookedInsert } from './hooked-insert.service.js';
import { HookedUpdate } from './hooked-update.service.js';
import { InsertRepository } from './insert.repository.js';
import { InsertSteps } from './insert-steps.service.js';
import { MatchRepository } from './match.repository.js';
import { OutcomeRepository } from './outcome.repository.js';
import { UpdateRepository } from './update.repository.js';
import { UpdateSteps } from './update-steps.service.js';
import { WriteTransactions } from './write-transactions.service.js';

/** Engine of writes: plans and their execution, inserts and updates step by step, and the hooks around them. */
@Module({
  imports: [HooksModule, PropagationModule],
  providers: [
    AutoNumberSequences,
    BatchedInserts,
    CommitWrite,
    HookedInsert,
    HookedUpdate,
    InsertRepository,
    InsertSteps,
    MatchRepository,
    OutcomeRepository,
    UpdateRepository,
    UpdateSteps,
    WriteTransactions,
  ],
  exports: [
    AutoNumberSequences,
    HookedInsert,
    InsertRepository,
    InsertSteps,
    MatchRepository,
    OutcomeRepository,
    UpdateRepository,
    UpdateSteps,
    WriteTransactions,
  ],
})
export class WritesModule {}
