import { Module } from '@nestjs/common';
import { AutomationModule } from '#automation/index.js';
import { LifecycleModule } from '#lifecycle/index.js';
import { RecordsModule } from '#records/index.js';
import { OverdueRepository } from './overdue/overdue.repository.js';
import { RemindAssignees } from './overdue/remind-assignees.service.js';
import { ApprovalsController } from './requests/approvals.controller.js';
import { ApprovalWritesRepository } from './requests/approval-writes.repository.js';
import { CloseRequests } from './requests/close-requests.service.js';
import { DecideRequests } from './requests/decide-requests.service.js';
import { DecisionRepository } from './requests/decision.repository.js';
import { ApplyApprovalWrites } from './requests/apply-approval-writes.service.js';
import { GetInbox } from './requests/get-inbox.service.js';
import { ReassignTasks } from './requests/reassign-tasks.service.js';
import { StartApprovals } from './requests/start-approvals.service.js';
import { StartManually } from './requests/start-manually.service.js';
import { WithdrawTasks } from './requests/withdraw-tasks.service.js';

/** Approvals of records: requests, tasks, decisions, and reminders of overdue tasks. */
@Module({
  imports: [AutomationModule, RecordsModule, LifecycleModule],
  controllers: [ApprovalsController],
  providers: [
    ApprovalWritesRepository,
    CloseRequests,
    DecideRequests,
    DecisionRepository,
    ApplyApprovalWrites,
    GetInbox,
    OverdueRepository,
    ReassignTasks,
    RemindAssignees,
    StartApprovals,
    StartManually,
    WithdrawTasks,
  ],
})
export class ApprovalsModule {}
