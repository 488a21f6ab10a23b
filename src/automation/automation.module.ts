import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DefinitionsModule } from '#definitions/index.js';
import { LifecycleModule } from '#lifecycle/index.js';
import { CatalogueModule } from '#platform/catalogue/catalogue.module.js';
import { ChangesModule } from '#platform/change-log/changes.module.js';
import { QueriesModule } from '#queries/index.js';
import { RecordsModule } from '#records/index.js';
import { RoutinesModule } from '#routines/index.js';
import { ChangeStatusHandler } from './actions/change-status.handler.js';
import { ExecuteRoutineHandler } from './actions/execute-routine.handler.js';
import { RunQueryHandler } from './actions/run-query.handler.js';
import { WriteRecordsHandler } from './actions/write-records.handler.js';
import { DueAttempts } from './clock/due-attempts.service.js';
import { DueSchedules } from './clock/due-schedules.repository.js';
import { FireDueDates } from './clock/fire-due-dates.service.js';
import { FireSchedules } from './clock/fire-schedules.service.js';
import { FollowClock } from './clock/follow-clock.service.js';
import { RegisterSchedules } from './clock/register-schedules.service.js';
import { ScheduleMetrics } from './clock/schedule-metrics.js';
import { ScheduleRepository } from './clock/schedule.repository.js';
import { ExpireSentMail } from './deliveries/expire-sent-mail.service.js';
import { HttpCallHandler } from './deliveries/http-call.handler.js';
import { RecipientsRepository } from './deliveries/recipients.repository.js';
import { SendEmailHandler } from './deliveries/send-email.handler.js';
import { ExpireRunFiles } from './files/expire-run-files.service.js';
import { FindRunFile } from './files/find-run-file.service.js';
import { GenerateFileHandler } from './files/generate-file.handler.js';
import { RunFileRepository } from './files/run-file.repository.js';
import { RunFilesController } from './files/run-files.controller.js';
import { ZipHandler } from './files/zip.handler.js';
import { CancelRuns } from './queue/cancel-runs.service.js';
import { ClaimRuns } from './queue/claim-runs.service.js';
import { EnqueueRuns } from './queue/enqueue-runs.service.js';
import { RunEnds } from './queue/run-ends.js';
import { RunPlaces } from './queue/run-places.js';
import { RunQueueRepository } from './queue/run-queue.repository.js';
import { RunRecords } from './queue/run-records.repository.js';
import { RunWake } from './queue/run-wake.js';
import { WorkflowVersions } from './queue/workflow-versions.repository.js';
import { PerformCodedActions } from './coded-actions/perform-coded-actions.service.js';
import { RegisteredActions } from './coded-actions/registered-actions.js';
import { RegisteredAfterCommitHooks } from './coded-actions/registered-after-commit-hooks.js';
import { ActionHandlers } from './runs/action-handlers.js';
import { ExecuteRun } from './runs/execute-run.service.js';
import { TokenConditions } from './runs/token-conditions.service.js';
import { PerformStep } from './runs/perform-step.service.js';
import { RunContexts } from './runs/run-context.service.js';
import { RunMetrics } from './runs/run-metrics.js';
import { StepTokens } from './runs/step-tokens.service.js';
import { ExecuteActions } from './runs/execute-actions.service.js';
import { WorkRuns } from './runs/work-runs.service.js';
import { FindFirings } from './triggers/find-firings.service.js';
import { FollowTriggers } from './triggers/follow-triggers.service.js';
import { EvaluateTriggers } from './triggers/evaluate-triggers.service.js';
import { MatchChanges } from './triggers/match-changes.service.js';
import { RegisterTriggers } from './triggers/register-triggers.service.js';
import { StoreFirings } from './triggers/store-firings.service.js';
import { TriggerCursors } from './triggers/trigger-cursors.repository.js';
import { TriggerReads } from './triggers/trigger-reads.repository.js';
import { AnswerRun } from './workflows/answer-run.service.js';
import { AwaitRuns } from './workflows/await-runs.service.js';
import { CheckWorkflows } from './workflows/check-workflows.service.js';
import { ControlRuns } from './workflows/control-runs.service.js';
import { ExecuteWorkflow } from './workflows/execute-workflow.service.js';
import { ExecutionRepository } from './workflows/execution.repository.js';
import { ExpireRuns } from './workflows/expire-runs.service.js';
import { SendNotificationHandler } from './workflows/send-notification.handler.js';
import { StartNamedWorkflows } from './workflows/start-named-workflows.service.js';
import { WorkflowsController } from './workflows/workflows.controller.js';

/** Workflows: their runs and queue, actions, files, and the triggers and schedules that start them. */
@Module({
  imports: [
    QueriesModule,
    RecordsModule,
    RoutinesModule,
    LifecycleModule,
    CatalogueModule,
    ChangesModule,
    DefinitionsModule,
    DiscoveryModule,
  ],
  controllers: [RunFilesController, WorkflowsController],
  providers: [
    ActionHandlers,
    AnswerRun,
    AwaitRuns,
    CancelRuns,
    ChangeStatusHandler,
    CheckWorkflows,
    ClaimRuns,
    ControlRuns,
    DueAttempts,
    DueSchedules,
    EnqueueRuns,
    ExecuteRoutineHandler,
    ExecuteRun,
    ExecuteWorkflow,
    ExecutionRepository,
    ExpireRunFiles,
    ExpireRuns,
    ExpireSentMail,
    FindFirings,
    FindRunFile,
    FireDueDates,
    FireSchedules,
    FollowClock,
    FollowTriggers,
    GenerateFileHandler,
    HttpCallHandler,
    EvaluateTriggers,
    TokenConditions,
    MatchChanges,
    PerformCodedActions,
    PerformStep,
    RecipientsRepository,
    RegisteredActions,
    RegisteredAfterCommitHooks,
    RegisterSchedules,
    RegisterTriggers,
    RunContexts,
    RunEnds,
    RunFileRepository,
    RunMetrics,
    RunPlaces,
    RunQueryHandler,
    RunQueueRepository,
    RunRecords,
    RunWake,
    ScheduleMetrics,
    ScheduleRepository,
    SendEmailHandler,
    SendNotificationHandler,
    StartNamedWorkflows,
    StepTokens,
    StoreFirings,
    TriggerCursors,
    TriggerReads,
    ExecuteActions,
    WorkRuns,
    WorkflowVersions,
    WriteRecordsHandler,
    ZipHandler,
  ],
  exports: [
    ActionHandlers,
    DueAttempts,
    FindRunFile,
    FollowClock,
    RegisteredActions,
    TokenConditions,
    ScheduleRepository,
  ],
})
export class AutomationModule {}
