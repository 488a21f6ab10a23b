import { Global, Module } from '@nestjs/common';
import { CommandContext } from './command-context.js';
import { CommandRepository } from './command.repository.js';
import { ExpireOutcomes } from './expire-outcomes.service.js';
import { FindOutcome } from './find-outcome.service.js';
import { KeepOutcome } from './keep-outcome.js';
import { KeptSteps } from './kept-steps.js';
import { Operations } from './operations.js';
import { OperationsController } from './operations.controller.js';
import { OutcomeStore } from './outcome-store.repository.js';
import { RecoverCommands } from './recover-commands.service.js';
import { RunWrite } from './run-write.service.js';
import { WriteQueue } from './write-queue.js';

/** Writes that outlive their request: wait window, 202, outcomes, idempotency keys. Every write route submits to it. */
@Global()
@Module({
  controllers: [OperationsController],
  providers: [
    CommandContext,
    CommandRepository,
    ExpireOutcomes,
    FindOutcome,
    KeepOutcome,
    KeptSteps,
    Operations,
    OutcomeStore,
    RecoverCommands,
    RunWrite,
    WriteQueue,
  ],
  exports: [CommandRepository, FindOutcome, KeepOutcome, KeptSteps, Operations, OutcomeStore],
})
export class OperationsModule {}
