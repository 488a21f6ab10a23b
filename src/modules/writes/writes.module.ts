import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/index.js';
import { PropagationModule } from '../propagation/index.js';
import { AutoNumberSequences } from './auto-number-sequences.js';
import { BatchedInserts } from './batched-inserts.service.js';
import { HookedInsert } from './hooked-insert.service.js';
import { HookedUpdate } from './hooked-update.service.js';
import { InsertRepository } from './insert.repository.js';
import { InsertSteps } from './insert-steps.service.js';
import { MatchRepository } from './match.repository.js';
import { OutcomeRepository } from './outcome.repository.js';
import { UpdateRepository } from './update.repository.js';
import { UpdateSteps } from './update-steps.service.js';
import { WriteTransactions } from './write-transactions.service.js';

/** The write engine: transactions, inserts and updates step by step, with the hooks around them. */
@Module({
  imports: [HooksModule, PropagationModule],
  providers: [
    AutoNumberSequences,
    BatchedInserts,
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
    BatchedInserts,
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
