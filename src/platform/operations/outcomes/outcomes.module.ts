import { Global, Module } from '@nestjs/common';
import { BoundOutcomes } from './bound-outcomes.service.js';
import { ExpireOutcomes } from './expire-outcomes.service.js';
import { FindOutcome } from './find-outcome.service.js';
import { KeepOutcome } from './keep-outcome.js';
import { StepOutcomes } from './step-outcomes.js';
import { OutcomeStore } from './outcome-store.repository.js';
import { OutcomesController } from './outcomes.controller.js';

/** Outcomes of writes: stored with them, answered to queries and replays, deleted after their retention. */
@Global()
@Module({
  controllers: [OutcomesController],
  providers: [BoundOutcomes, ExpireOutcomes, FindOutcome, KeepOutcome, StepOutcomes, OutcomeStore],
  exports: [FindOutcome, KeepOutcome, StepOutcomes, OutcomeStore],
})
export class OutcomesModule {}
