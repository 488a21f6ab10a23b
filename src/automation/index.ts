export { AutomationModule } from './automation.module.js';
export {
  AfterCommit,
  type AfterCommitOptions,
  type CommittedEvent,
  type CommittedRecord,
} from './coded-actions/after-commit.js';
export { declaredBy } from './coded-actions/declared-action.js';
export { type ActionContext, type ActionOptions, Retry, WorkflowAction } from './coded-actions/workflow-action.js';
export { RegisteredActions } from './coded-actions/registered-actions.js';
export { DueAttempts } from './clock/due-attempts.service.js';
export { type DueWork, FollowClock } from './clock/follow-clock.service.js';
export { ScheduleRepository } from './clock/schedule.repository.js';
export { FindRunFile } from './files/find-run-file.service.js';
export {
  type ActionHandler,
  type OtherStep,
  type StepCall,
  TemporaryFault,
  type WriteStep,
} from './runs/action-handler.js';
export { ActionHandlers } from './runs/action-handlers.js';
export { TokenConditions } from './runs/token-conditions.service.js';
