import { Global, Module } from '@nestjs/common';
import { ExpireOutcomes } from './expire-outcomes.service.js';
import { FindOutcome } from './find-outcome.service.js';
import { KeepOutcome } from './keep-outcome.js';
import { StepOutcomes } from './step-outcomes.js';
import { OutcomeStore } from './outcome-store.repository.js';
import { OutcomesController } from './outcomes.controller.js';

/** What became of writes: kept with them, told to who asks or repeats a request, forgotten when its time is over. */
@Global()
@Module({
  controllers: [OutcomesController],
  providers: [ExpireOutcomes, FindOutcome, KeepOutcome, StepOutcomes, OutcomeStore],
  exports: [FindOutcome, KeepOutcome, StepOutcomes, OutcomeStore],
})
export class OutcomesModule {}
