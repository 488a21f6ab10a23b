import { Module } from '@nestjs/common';
import { HooksModule } from '../hooks/index.js';
import { StatusModule } from '../status/index.js';
import { ApprovalsController } from './approvals.controller.js';
import { CallerWritesRepository } from './caller-writes.repository.js';
import { CloseRequests } from './close-requests.service.js';
import { DecideRequests } from './decide-requests.service.js';
import { DecisionRepository } from './decision.repository.js';
import { FollowCallerWrites } from './follow-caller-writes.service.js';
import { GetInbox } from './get-inbox.service.js';
import { ReassignTasks } from './reassign-tasks.service.js';
import { StartApprovals } from './start-approvals.service.js';
import { StartManually } from './start-manually.service.js';
import { WithdrawTasks } from './withdraw-tasks.service.js';

/** Approvals of records: requests, tasks and decisions. */
@Module({
  imports: [HooksModule, StatusModule],
  controllers: [ApprovalsController],
  providers: [
    CallerWritesRepository,
    CloseRequests,
    DecideRequests,
    DecisionRepository,
    FollowCallerWrites,
    GetInbox,
    ReassignTasks,
    StartApprovals,
    StartManually,
    WithdrawTasks,
  ],
})
export class ApprovalsModule {}
