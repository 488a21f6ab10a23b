import { Module } from '@nestjs/common';
import { DefinitionsModule } from '../definitions/index.js';
import { HooksModule } from '../hooks/index.js';
import { RunStoreModule } from '../run-store/index.js';
import { RunFilesModule } from '../run-files/index.js';
import { RunsModule } from '../runs/index.js';
import { AnswerRun } from './answer-run.service.js';
import { AwaitRuns } from './await-runs.service.js';
import { CheckNames } from './check-names.repository.js';
import { CheckWorkflows } from './check-workflows.service.js';
import { ControlRuns } from './control-runs.service.js';
import { ExecuteWorkflow } from './execute-workflow.service.js';
import { ExecutionRepository } from './execution.repository.js';
import { ExpireRuns } from './expire-runs.service.js';
import { SendNotificationHandler } from './send-notification.handler.js';
import { StartNamedWorkflows } from './start-named-workflows.service.js';
import { WorkflowsController } from './workflows.controller.js';

/** Checks workflows and triggers, executes workflows by request, and starts those that moves and approvals name (docs/workflows.md). */
@Module({
  imports: [DefinitionsModule, HooksModule, RunFilesModule, RunsModule, RunStoreModule],
  controllers: [WorkflowsController],
  providers: [
    AnswerRun,
    AwaitRuns,
    CheckNames,
    CheckWorkflows,
    ControlRuns,
    ExecuteWorkflow,
    ExecutionRepository,
    ExpireRuns,
    SendNotificationHandler,
    StartNamedWorkflows,
  ],
})
export class WorkflowsModule {}
