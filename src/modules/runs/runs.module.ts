import { Module } from '@nestjs/common';
import { ConditionsModule } from '../conditions/index.js';
import { RunStoreModule } from '../run-store/index.js';
import { WritesModule } from '../writes/index.js';
import { ActionHandlers } from './action-handlers.js';
import { ExecuteRun, Walks } from './execute-run.service.js';
import { PerformStep, StepServices } from './perform-step.service.js';
import { RunContexts } from './run-context.service.js';
import { RunMetrics } from './run-metrics.js';
import { StepTokens } from './step-tokens.service.js';
import { WalkActions } from './walk-actions.service.js';
import { WorkRuns } from './work-runs.service.js';

/** Execution of runs of workflows, step by step (docs/workflows.md). */
@Module({
  imports: [ConditionsModule, RunStoreModule, WritesModule],
  providers: [
    ActionHandlers,
    ExecuteRun,
    PerformStep,
    RunContexts,
    RunMetrics,
    StepServices,
    StepTokens,
    WalkActions,
    Walks,
    WorkRuns,
  ],
  exports: [ActionHandlers, RunStoreModule],
})
export class RunsModule {}
